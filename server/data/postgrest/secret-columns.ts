/** Whether reads return a mask instead of a column's value, or instead of its secret parts. */
export type Secrecy = 'none' | 'partly' | 'whole'

/** In addresses and properties only the secret parts are hidden (`server/data/secrets/secret-parts.ts`). */
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

/** Relations that clients can neither read nor embed. */
export const hiddenRelations: ReadonlySet<string> = new Set(['access_tokens'])

export const columnSecrecy = (relation: string | undefined, column: string): Secrecy =>
  (relation !== undefined && secretColumns.get(relation)?.get(column)) || 'none'
