const booleans: Readonly<Record<string, boolean>> = {
  ...Object.fromEntries(['1', 't', 'T', 'true', 'TRUE', 'True'].map((word) => [word, true])),
  ...Object.fromEntries(['0', 'f', 'F', 'false', 'FALSE', 'False'].map((word) => [word, false])),
}

/** Parses the result of an expression as the protocol does; undefined when it is neither true nor false. */
export const parseTruth = (text: string): boolean | undefined =>
  Object.hasOwn(booleans, text) ? booleans[text] : undefined
