import { resourceSources } from './resource-sources'
import type { Source } from './source'

const files = import.meta.glob<Source>('./*.source.ts', { import: 'default', eager: true })

/** All sources, in the order in which `?` lists them: commands first, then by id. */
export const sources: readonly Source[] = [...Object.values(files), ...resourceSources].toSorted((a, b) =>
  a.id === b.id ? 0 : a.id === 'commands' || (b.id !== 'commands' && a.id < b.id) ? -1 : 1
)
