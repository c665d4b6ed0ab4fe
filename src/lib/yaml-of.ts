/**
 * A stored document as YAML. Its keys are in the order of the alphabet: stored it has none. The YAML library is loaded only
 * for it.
 */
export async function yamlOf(document: unknown): Promise<string> {
  const { stringify } = await import('yaml')
  return stringify(inOrder(document), { lineWidth: 0, aliasDuplicateObjects: false }).trimEnd()
}

/** The keys of a document in the order of the alphabet. */
export const inOrder = (document: unknown) =>
  typeof document === 'object' && document !== null && !Array.isArray(document)
    ? Object.fromEntries(Object.entries(document).toSorted(([a], [b]) => (a < b ? -1 : 1)))
    : document
