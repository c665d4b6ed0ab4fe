export type Role = string

const oneOf =
  (...allowed: string[]) =>
  (roles: readonly Role[]) =>
    roles.some((role) => allowed.includes(role))

/** Who may do what. The server enforces it; the console only explains by it. */
export const may = {
  runChecks: oneOf('admin', 'editor', 'commander', 'responder'),
}
