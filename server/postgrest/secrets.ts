/** How much of a column is never read back: the answer has a mask in its place. */
export type Secrecy = 'none' | 'partly' | 'whole'

/** Of addresses and properties only what is secret in them is kept secret (`server/secrets/parts.ts`). */
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

/** Relations that are not there for any client: not by name, and not by embedding what refers to them either. */
export const hiddenRelations: ReadonlySet<string> = new Set(['access_tokens'])

export const secrecyOf = (relation: string | undefined, column: string): Secrecy =>
  (relation !== undefined && secretColumns.get(relation)?.get(column)) || 'none'
