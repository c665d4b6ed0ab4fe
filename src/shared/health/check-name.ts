type Spec = Readonly<Record<string, unknown>>

const textOf = (spec: Spec, members: readonly string[]) =>
  members
    .map((member) => spec[member])
    .find((value): value is string => typeof value === 'string' && value.trim() !== '')
    ?.trim()

/** The name of a check in its spec. Like canary-checker, uses the description if there is no name. */
export const readCheckName = (spec: Spec): string | undefined => textOf(spec, ['name', 'description'])

/** The endpoint of a check, which is used as its name if it has none. It may contain a password. */
export const readCheckEndpoint = (spec: Spec): string | undefined =>
  textOf(spec, ['url', 'endpoint', 'addr', 'path', 'query'])
