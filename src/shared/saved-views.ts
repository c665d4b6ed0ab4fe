/** Limits of saved views, which the server enforces. */
export const savedViewLimits = {
  /** Characters of a name. */
  name: 80,
  /** Characters of an address. */
  address: 2000,
  /** Views of one person, and as many deleted ones for an undo. */
  views: 200,
  /** Views in one response. Those of the caller come first. */
  listed: 1000,
  /** The path of a page with its query. Two slashes would begin the name of another host. */
  path: /^\/(?![/\\])[^\s\\]*$/,
} as const
