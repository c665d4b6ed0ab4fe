/** How much of a column is never read back: the answer has a mask in its place. */
export type Secrecy = 'none' | 'partly' | 'whole'

/** In addresses and properties only the secret parts are hidden (`server/secrets/parts.ts`). */
const secretColumns = new Map([
  [
    'connections',
    new Map<string, Secrecy>([
      ['password', 'whole'],
      ['certificate', 'whole'],
      ['url', 'partly'],
      ['properties', 'partly'],
    ]),
  ],
])

/** Relations that no client can reach, neither by name nor by embedding. */
export const hiddenRelations: ReadonlySet<string> = new Set(['access_tokens'])

export const secrecyOf = (relation: string | undefined, column: string): Secrecy =>
  (relation !== undefined && secretColumns.get(relation)?.get(column)) || 'none'
