/** Columns that are written but never read back: the answer has a mask in their place. */
const secretColumns = new Map([['connections', new Set(['password', 'certificate'])]])

export const isSecret = (relation: string | undefined, column: string): boolean =>
  relation !== undefined && (secretColumns.get(relation)?.has(column) ?? false)
