import type { Kind } from '../commands/command'
import type { PlaceStep } from '../commands/place'
import { formatNames, plural } from '../shared/format'
import { kindNoun } from '../lib/kinds'
import { formatKeys, isMac } from './display'
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
  if (kinds.length > 0) return `${written} works only on ${formatKinds(kinds, places)}.${paletteHint(keys, mac)}`
  if (meant.every(({ at }) => at !== 'detail')) return undefined
  return `${written} works in an open detail.${isInList ? ' Enter opens the row under the cursor.' : ''}`
}

/**
 * Explains in one or two sentences why a sequence has no effect at these places.
 * @param presses of a sequence that no key completes here, or that no command here continues
 */
export function explainMistake(
  presses: readonly Press[],
  places: readonly PlaceStep[],
  keys: readonly LiveKey[],
  mac = isMac
): string {
  const written = formatKeys(presses.join(' '), mac)
  const meant = keys.filter((key) => !key.fixed && presses.every((one, at) => key.presses[at] === one))
  if (meant.length === 0) return `${written} is not a shortcut.`
  // Other keys depend on the page.
  const kinds = meant.every(({ on }) => on) ? [...new Set(meant.flatMap(({ on = [] }) => on))] : []
  const isStart = meant.every((key) => key.presses.length > presses.length)
  const subject = isStart ? `Shortcuts that start with ${written} work` : `${written} works`
  if (kinds.length === 0) return isStart ? `No shortcuts start with ${written} here.` : `${written} does not work here.`
  return `${subject} only on ${formatKinds(kinds, places)}.${paletteHint(keys, mac)}`
}

/** Some kinds, and the kind of the list at the places if it is another one. */
function formatKinds(kinds: readonly Kind[], [nearest]: readonly PlaceStep[]): string {
  const of = nearest?.scope === 'list' ? nearest.of : undefined
  return `${formatNames(kinds.map(pluralNoun), MAX_NAMED_KINDS)}${of && !kinds.includes(of) ? `, not on ${pluralNoun(of)}` : ''}`
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
