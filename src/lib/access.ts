export type Role = string

const oneOf =
  (...allowed: string[]) =>
  (roles: readonly Role[] | undefined) =>
    roles === undefined || roles.some((role) => allowed.includes(role))

/**
 * Who may do what. The server enforces it; the console only explains by it. While the roles are not known (undefined)
 * everything may be tried, and the server's answer is shown.
 */
export const may = {
  editCanaries: oneOf('admin', 'editor'),
  runChecks: oneOf('admin', 'editor', 'commander', 'responder'),
  runPlaybooks: oneOf('admin', 'editor'),
  writeIncidents: oneOf('admin', 'editor', 'commander', 'responder'),
}
