type Spec = Readonly<Record<string, unknown>>

const textOf = (spec: Spec, members: readonly string[]) =>
  members
    .map((member) => spec[member])
    .find((value): value is string => typeof value === 'string' && value.trim() !== '')
    ?.trim()

/** What people call a check in its spec; as canary-checker has it, by its description where it has no name. */
export const nameGivenIn = (spec: Spec): string | undefined => textOf(spec, ['name', 'description'])

/** What a check looks at, by which it is called where nobody has named it. It may hold a password. */
export const endpointIn = (spec: Spec): string | undefined => textOf(spec, ['url', 'endpoint', 'addr', 'path', 'query'])
