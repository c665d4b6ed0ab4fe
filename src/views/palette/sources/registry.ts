import { resourceSources } from './resource-sources'
import type { Source } from './source'

const files = import.meta.glob<Source>('./*.source.ts', { import: 'default', eager: true })

/** Everything that can be searched, in the order in which `?` lists it: commands first, then by name. */
export const sources: readonly Source[] = [...Object.values(files), ...resourceSources].toSorted((a, b) =>
  a.id === b.id ? 0 : a.id === 'commands' || (b.id !== 'commands' && a.id < b.id) ? -1 : 1
)
