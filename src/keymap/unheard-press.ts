import type { Kind } from '../commands/command'
import type { PlaceStep } from '../commands/place'
import { formatNames, plural } from '../shared/format'
import { kindNoun } from '../lib/kinds'
import { isMac, formatKeys } from './display'
import type { LiveKey } from './live'
import type { Press } from './press'

/** Few kinds share a key, and naming all of them is useful. */
const MAX_NAMED_KINDS = 10

/**
 * Explains in one or two sentences why a press has no effect at these places, and what to do instead.
 * @param keys all keys of the table, including those that do not apply here
 * @param hasList whether the page has a list that can be entered
 * @returns undefined for a press that no command has in any list or detail
 */
export function explainUnheardPress(
  readings: readonly Press[],
  places: readonly PlaceStep[],
  keys: readonly LiveKey[],
  hasList: boolean,
  mac = isMac
): string | undefined {
  const meant = keys.filter(({ fixed, presses: [first = ''] }) => !fixed && readings.includes(first))
  // The first key of a sequence does not apply to kinds by itself.
  const kinds = [...new Set(meant.flatMap(({ on = [], presses }) => (presses.length === 1 ? on : [])))]
  const isListed = (kind: Kind) => places.some(({ scope, of }) => scope === 'page' && of === kind)
  const isInList = places[0]?.scope === 'list'
  const written = formatKeys(readings.find((one) => meant.some(({ presses }) => presses[0] === one)) ?? '', mac)
  if (!isInList && hasList && (kinds.some(isListed) || meant.some(({ at }) => at === 'list')))
    return `No row is under the cursor. ${listHint(keys, mac)}`
  if (meant.some(({ at }) => at === 'list')) return `${written} works in a list.`
  if (kinds.length > 0) {
    const names = formatNames(kinds.map(pluralNoun), MAX_NAMED_KINDS)
    const of = isInList ? places[0]?.of : undefined
    return `${written} works only on ${names}${of ? `, not on ${pluralNoun(of)}` : ''}.${paletteHint(keys, mac)}`
  }
  if (meant.every(({ at }) => at !== 'detail')) return undefined
  return `${written} works in an open detail.${isInList ? ' Enter opens the row under the cursor.' : ''}`
}

const pluralNoun = (kind: Kind) => plural(kindNoun(kind))

/** The key that finds a resource of such a kind from anywhere. */
function paletteHint(keys: readonly LiveKey[], mac: boolean): string {
  const key = keys.find(({ call, at }) => call === 'palette.open' && at === 'app')
  return key ? ` ${formatKeys(key.keys, mac)} finds one by name.` : ''
}

function listHint(keys: readonly LiveKey[], mac: boolean): string {
  const key = keys.find(({ call, at }) => call === 'list.enter' && at === 'page')
  return key ? `${formatKeys(key.keys, mac)} goes to the list.` : 'Tab goes to the list.'
}
