import { type Kind, kinds, type Target } from '../commands/command'
import type { Scope, PlaceStep } from '../commands/place'
import type { KeyBinding } from './keymap'
import { liveKeys, type LiveKey } from './live'
import { isPlain, splitPress, parsePresses } from './press'
import { keyLineName } from './lines'
import { editingKeys, layoutsWithoutKey, reservedKeys } from './reserved'

export type KeymapFinding = {
  rule: 'collision' | 'cover' | 'prefix' | 'reserved' | 'untypable' | 'alt' | 'theft' | 'call'
  keys: string
  message: string
  /** The problem of a single key, without the key's name. */
  reason?: string
  /** The names of the two conflicting lines, nearer one first. */
  between?: readonly [string, string]
}

/**
 * Finds the errors of a keymap, on every path on which a key can be pressed. Returns an empty array for a valid one.
 * @param faultOf explains why a call is invalid
 */
export function lintKeymap(
  keymap: readonly KeyBinding[],
  isMac: boolean,
  faultOf: (call: string) => string | undefined
): KeymapFinding[] {
  const keys = keymap.map((key): LiveKey => ({ ...key, presses: parsePresses(key.keys, isMac) }))
  const taken = new Map(Object.entries(reservedKeys).map(([one, reason]) => [parsePresses(one, isMac)[0], reason]))
  const edits = new Set(editingKeys.map((one) => parsePresses(one, isMac)[0]))
  const together = groupByFirstPress(keys).flatMap((group) => [
    ...collisions(group),
    ...listPaths(distinctKinds(group)).flatMap((path) => alongPath(path, group)),
  ])
  const findings = [...keys.flatMap((key) => findKeyErrors(key, { taken, edits, faultOf })), ...together]
  return findings.filter((f, at) => findings.findIndex((g) => g.rule === f.rule && g.message === f.message) === at)
}

/**
 * Groups of keys that can conflict: keys with the same first two presses, and the keys of that first press alone. With a
 * leader every key has the same first press, so one press does not divide them.
 */
function groupByFirstPress(keys: readonly LiveKey[]): LiveKey[][] {
  const groups = new Map<string, LiveKey[]>()
  for (const key of keys) {
    const start = key.presses.slice(0, 2).join(' ')
    groups.set(start, [...(groups.get(start) ?? []), key])
  }
  return [...groups.values()]
    .map((group) => {
      const [first = '', second] = group[0]?.presses ?? []
      return second === undefined ? group : [...group, ...(groups.get(first) ?? [])]
    })
    .filter((group) => group.length > 1)
}

/** Picks one kind from each set of kinds with the same of these keys, since the others would give the same findings. */
function distinctKinds(keys: readonly LiveKey[]): Kind[] {
  const byKeys = new Map(kinds.map((kind) => [keys.map(({ on }) => on?.includes(kind) ?? false).join(), kind]))
  return [...byKeys.values()]
}

/** A target that refers to a resource of this kind. */
const referringTo = (kind: Kind): Target => ({ kind: 'event', id: '', label: '', about: { kind, id: '', label: '' } })

/** All possible paths to the focus, innermost first. */
function listPaths(all: readonly Kind[]): PlaceStep[][] {
  // Lines are always inside a document.
  const among = all.filter((of) => of !== 'lines')
  const page: PlaceStep[] = [{ scope: 'page' }, { scope: 'app' }]
  const queue: PlaceStep[] = [{ scope: 'triage' }]
  const pages = among.map((of): PlaceStep[] => [{ scope: 'page', of }, { scope: 'app' }])
  const lists = among.map((of): PlaceStep => ({ scope: 'list', of }))
  const details = among.map((of): PlaceStep => ({ scope: 'detail', of }))
  const onPage = [
    page,
    ...pages,
    ...lists.map((list) => [list, ...page]),
    ...lists.map((list): PlaceStep[] => [{ scope: 'graph' }, list, ...page]),
    // The keys of the resource a row refers to work on the row, too.
    ...lists.flatMap((list) =>
      among.map((kind): PlaceStep[] => [{ ...list, target: referringTo(kind) }, ...queue, ...page])
    ),
    [...queue, ...page],
    ...details.flatMap((detail) => [[detail, ...page], ...lists.map((list) => [list, detail, ...page])]),
  ]
  const within = (['form', 'editor', 'widget', 'dialog', 'palette'] as const).map((scope): PlaceStep[] => [
    { scope },
    ...page,
  ])
  const texts: PlaceStep[] = [{ scope: 'editor' }, { scope: 'editor', of: 'lines' }]
  const documents = texts.flatMap((text) => details.map((detail): PlaceStep[] => [text, detail, ...page]))
  return [[{ scope: 'app' }], ...onPage, ...within, ...documents]
}

type KeyValidation = {
  /** Presses that the browser, system or screen reader uses, and for what. */
  taken: ReadonlyMap<string | undefined, string>
  edits: ReadonlySet<string | undefined>
  faultOf(call: string): string | undefined
}

function findKeyErrors(key: LiveKey, { taken, edits, faultOf }: KeyValidation): KeymapFinding[] {
  const found: KeymapFinding[] = []
  const add = (rule: KeymapFinding['rule'], reason: string) =>
    found.push({ rule, keys: key.keys, message: `${key.keys}: ${reason}`, reason })
  const error = faultOf(key.call)
  if (error !== undefined) add('call', error)
  if (key.fixed) return found
  for (const one of key.presses) {
    const reason = taken.get(one)
    if (reason !== undefined) add('reserved', `${one} ${reason}`)
    const parts = splitPress(one)
    const last = parts.at(-1) ?? ''
    const hard = last.length === 1 ? layoutsWithoutKey(last) : []
    if (hard.length > 0) add('untypable', `${last} needs AltGr or a dead key on ${hard.join(', ')} keyboards`)
    // Alt types characters on a Mac and in many layouts, and Alt+Shift switches layouts on Windows.
    if (parts.includes('Alt') && last.length === 1) add('alt', `${one} types a character`)
    if (!key.typing || ownText.has(key.at ?? 'app')) continue
    if (edits.has(one)) add('theft', `${one} edits text`)
    if (key.presses[0] === one && isPlain(one)) add('theft', `${one} is text`)
  }
  return found
}

/** Places with their own handling of editing keys, which may therefore use them. */
const ownText = new Set<Scope>(['palette', 'editor'])

function collisions(keys: readonly LiveKey[]): KeymapFinding[] {
  return pairs(keys).flatMap(([a, b]) => {
    const together = a.at !== undefined ? a.at === b.at : a.on?.some((kind) => b.on?.includes(kind))
    return together && pressText(a) === pressText(b) ? [finding('collision', a, b)] : []
  })
}

function alongPath(path: readonly PlaceStep[], keys: readonly LiveKey[]): KeymapFinding[] {
  // A key can match twice: in the list and in the detail around it.
  return pairs([...new Set(liveKeys(path, keys, false))]).flatMap(([inner, outer]) => {
    if (pressText(inner) === pressText(outer)) {
      const isKindOverKind = inner.on !== undefined && outer.on !== undefined
      const covers = inner.call !== outer.call && !isKindOverKind && !inner.over && inner.at !== outer.at
      return covers ? [finding('cover', inner, outer)] : []
    }
    const isShorter = inner.presses.length < outer.presses.length
    const [shorter, longer] = isShorter ? [inner, outer] : [outer, inner]
    return shorter.presses.every((one, at) => longer.presses[at] === one) ? [finding('prefix', shorter, longer)] : []
  })
}

const finding = (rule: KeymapFinding['rule'], a: KeyBinding, b: KeyBinding): KeymapFinding => ({
  rule,
  keys: a.keys,
  message: `${a.keys} (${a.call}) and ${b.keys} (${b.call})`,
  between: [keyLineName(a), keyLineName(b)],
})

const pressText = (key: LiveKey) => key.presses.join(' ')

const pairs = <T>(list: readonly T[]): [T, T][] =>
  list.flatMap((a, at) => list.slice(at + 1).map((b): [T, T] => [a, b]))
