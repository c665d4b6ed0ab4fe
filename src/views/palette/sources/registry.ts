import { resourceSources } from './resource-sources'
import type { PaletteSource } from './source'

const files = import.meta.glob<PaletteSource>('./*.source.ts', { import: 'default', eager: true })

/** All sources, in the order in which `?` lists them: commands first, then by id. */
export const paletteSources: readonly PaletteSource[] = [...Object.values(files), ...resourceSources].toSorted(
  (a, b) => (a.id === b.id ? 0 : a.id === 'commands' || (b.id !== 'commands' && a.id < b.id) ? -1 : 1)
)
