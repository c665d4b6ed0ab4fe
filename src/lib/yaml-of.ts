/** A stored document as YAML. Its keys are in the order of the alphabet: stored it has none. The YAML library is loaded only for it. */
export const yamlOf = async (document: unknown): Promise<string> =>
  (await import('./write-yaml')).writeYaml(inOrder(document))

/** The keys of a document in the order of the alphabet. */
export const inOrder = (document: unknown) =>
  typeof document === 'object' && document !== null && !Array.isArray(document)
    ? Object.fromEntries(Object.entries(document).toSorted(([a], [b]) => (a < b ? -1 : 1)))
    : document
