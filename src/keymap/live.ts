import type { SingleKeys } from '../commands/stores/key-preference-store'
import type { Kind } from '../commands/command'
import type { Scope, Step } from '../commands/place'
import type { Key } from './keymap'
import { isPlain, type Press, pressesOf } from './press'

/** A key of the table, ready to be compared. */
export type LiveKey = Key & { presses: readonly Press[] }

/** Inside these, only outer keys that work while typing count, since the page behind does not have the focus. */
const barriers = new Set<Scope>(['dialog', 'palette', 'widget'])

/** The keys in this mode. In `leader` mode plain keys begin with `$mod+j`; `fixed` ones belong to widgets and stay. */
export const keysForMode = (keymap: readonly Key[], singleKeys: SingleKeys, isMac: boolean): LiveKey[] =>
  keymap.flatMap((key) => {
    const presses = pressesOf(key.keys, isMac)
    // The first press decides: dictation can trigger a letter even if an arrow has to follow.
    const plain = !key.fixed && isPlain(presses[0] ?? '')
    if (!plain || singleKeys === 'on') return [{ ...key, presses }]
    if (singleKeys === 'off') return []
    const keys = `$mod+j ${key.keys}`
    return [{ ...key, keys, presses: pressesOf(keys, isMac) }]
  })

/**
 * The keys that mean something on a path of places, innermost first: at each place first those of the kind of thing
 * there, then of what that is about, then those of the place. The first that matches wins, whether or not its command can
 * run. One that covers the keys of outer places covers those that begin with it, too.
 */
export function liveKeys(path: readonly Step[], keys: readonly LiveKey[], isTyping: boolean): LiveKey[] {
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
    if (covers.some((one) => begins(one, key))) return false
    if (key.over) covers.push(key)
    return true
  })
}

/** Whether the presses of a key are the first of another's, which has more. */
const begins = (shorter: LiveKey, longer: LiveKey) =>
  shorter.presses.length < longer.presses.length && shorter.presses.every((one, at) => longer.presses[at] === one)
