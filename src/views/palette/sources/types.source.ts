import { catalog } from '@/api/catalog/catalog'
import { plural } from '@/shared/format'
import { typeNoun, typeWordsFor } from '@/lib/palette/kind-words'
import type { PaletteItem } from '../item'
import { findConfigItems } from './catalog.source'
import { indexQuery, type PaletteSource } from './source'

/** The types of config items. Each is also a kind after a colon, with a source of its own (`typeSource`). */
export default {
  id: 'types',
  section: 'Types of config items',
  name: 'the types of config items',
  characters: [],
  words: ['type', 'types'],
  prompt: 'Search types of config items',
  kind: 'type',
  feature: 'config',
  area: 'database',
  alsoIn: ['kinds', 'keys'],
  index: indexQuery(catalog.types, ({ value }) => typeItem(value)),
} satisfies PaletteSource

/** `Pods` for `Kubernetes::Pod`. */
const typeTitle = (type: string) => plural(typeNoun(type))

function typeItem(type: string): PaletteItem {
  const words = typeWordsFor(type)
  return {
    id: type,
    source: 'types',
    section: 'Types of config items',
    title: typeTitle(type),
    group: 'Type',
    icon: 'catalog',
    effect: { is: 'thing', target: { kind: 'type', id: type, label: typeTitle(type) } },
    hint: `${type} · ${formatKindWords(words)}`,
    keywords: type.replaceAll('::', ' '),
    aliases: words,
  }
}

/** The words of a kind as they are typed: `:pod, :po`. Plurals work as well and need no mention. */
export function formatKindWords(words: readonly string[]): string {
  const plurals = new Set(words.map(plural))
  return words
    .filter((word) => !plurals.has(word))
    .map((word) => `:${word}`)
    .join(', ')
}

/** The items of one type: `:pod checkout`. */
export const typeSource = (type: string): PaletteSource => ({
  id: `type ${type}`,
  section: typeTitle(type),
  name: typeTitle(type).toLowerCase(),
  characters: [],
  words: typeWordsFor(type),
  prompt: `Search ${type}`,
  isOnlyMode: true,
  remote: { isFew: true, find: (text, signal) => findConfigItems(text, signal, type) },
})
