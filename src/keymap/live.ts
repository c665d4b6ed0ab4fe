import type { SingleKeyMode } from '../commands/stores/key-preference-store'
import type { Kind } from '../commands/command'
import type { Scope, PlaceStep } from '../commands/place'
import type { KeyBinding } from './keymap'
import { isPlain, type Press, parsePresses } from './press'

/** A key of the table, with its parsed presses. */
export type LiveKey = KeyBinding & { presses: readonly Press[] }

/** Inside these scopes, outer keys apply only if they work while typing, since the page behind has no focus. */
const barriers = new Set<Scope>(['dialog', 'palette', 'widget'])

/** The keys in this mode. In `leader` mode, plain keys start with `$mod+j`. `fixed` keys belong to widgets and stay. */
export const keysForMode = (keymap: readonly KeyBinding[], singleKeys: SingleKeyMode, isMac: boolean): LiveKey[] =>
  keymap.flatMap((key) => {
    const presses = parsePresses(key.keys, isMac)
    // Depends on the first press: dictation can trigger a letter even if an arrow must follow.
    const plain = !key.fixed && isPlain(presses[0] ?? '')
    if (!plain || singleKeys === 'on') return [{ ...key, presses }]
    if (singleKeys === 'off') return []
    const keys = `$mod+j ${key.keys}`
    return [{ ...key, keys, presses: parsePresses(keys, isMac) }]
  })

/**
 * The keys that apply on a path of places, innermost first. In each place, the keys of the target's kind come first,
 * then those of the resource it refers to, then those of the place. The first match wins, whether or not its command
 * can run. A key that covers keys of outer places also covers longer keys that start with it.
 */
export function liveKeys(path: readonly PlaceStep[], keys: readonly LiveKey[], isTyping: boolean): LiveKey[] {
  let behindBarrier = false
  const found = path.flatMap(({ scope, of, target }) => {
    const isFor =
      (kind: Kind | undefined) =>
      ({ on, page }: LiveKey) =>
        kind && on?.includes(kind) && (scope !== 'page' || page)
    const here = [
      ...keys.filter(isFor(of)),
      ...(target?.about ? keys.filter(isFor(target.about.kind)) : []),
      ...keys.filter(({ at }) => at === scope),
    ]
    const heard = here.filter(({ typing }) => typing || !(behindBarrier || isTyping))
    behindBarrier ||= barriers.has(scope)
    return heard
  })
  const covers: LiveKey[] = []
  return found.filter((key) => {
    if (covers.some((one) => isProperPrefix(one, key))) return false
    if (key.over) covers.push(key)
    return true
  })
}

/** Whether a key is a proper prefix of another. */
const isProperPrefix = (shorter: LiveKey, longer: LiveKey) =>
  shorter.presses.length < longer.presses.length && shorter.presses.every((one, at) => longer.presses[at] === one)
