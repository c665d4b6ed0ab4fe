import { loadModule } from '../load-module'

const loadWriter = () => import('../write-yaml')

/**
 * Converts a stored document to YAML with sorted keys, because stored keys have no order. The YAML library is loaded on
 * demand.
 */
export const documentToYaml = async (document: unknown): Promise<string> =>
  (await loadModule(loadWriter)).writeYaml(sortKeys(document))

/** A document with its keys sorted alphabetically. */
export const sortKeys = (document: unknown) =>
  typeof document === 'object' && document !== null && !Array.isArray(document)
    ? Object.fromEntries(Object.entries(document).toSorted(([a], [b]) => (a < b ? -1 : 1)))
    : document
