/** Columns that are written but never read back: the answer has a mask in their place. */
const secretColumns = new Map([['connections', new Set(['password', 'certificate'])]])

/** Relations that are not there for any client: not by name, and not by embedding what refers to them either. */
export const hiddenRelations: ReadonlySet<string> = new Set(['access_tokens'])

export const isSecret = (relation: string | undefined, column: string): boolean =>
  relation !== undefined && (secretColumns.get(relation)?.has(column) ?? false)
