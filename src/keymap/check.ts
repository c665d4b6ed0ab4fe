import { kinds } from '../commands/command'
import type { Step } from '../commands/place'
import type { Key } from './keymap'
import { liveKeys, type LiveKey } from './live'
import { press, pressesOf } from './press'
import { editing, reserved, untypable } from './reserved'

export type Finding = {
  rule: 'collision' | 'cover' | 'prefix' | 'reserved' | 'untypable' | 'alt' | 'theft' | 'call'
  keys: string
  words: string
}

/**
 * What is wrong with a keymap; nothing for one that can be shipped. Walks every path on which a key can be pressed.
 * @param faultOf why a written call cannot be meant
 */
export function check(
  keymap: readonly Key[],
  isMac: boolean,
  faultOf: (call: string) => string | undefined
): Finding[] {
  const keys = keymap.map((key): LiveKey => ({ ...key, presses: pressesOf(key.keys, isMac) }))
  const onPaths = everyPath().flatMap((path) => alongPath(path, keys))
  const findings = [...keys.flatMap((key) => alone(key, isMac, faultOf)), ...collisions(keys), ...onPaths]
  return findings.filter((f, at) => findings.findIndex((g) => g.rule === f.rule && g.words === f.words) === at)
}

/** Every path to the focus there can be, innermost first. */
function everyPath(): Step[][] {
  const page: Step[] = [{ scope: 'page' }, { scope: 'app' }]
  const lists = kinds.map((of): Step => ({ scope: 'list', of }))
  const details = kinds.map((of): Step => ({ scope: 'detail', of }))
  const onPage = [
    page,
    ...lists.map((list) => [list, ...page]),
    ...details.flatMap((detail) => [[detail, ...page], ...lists.map((list) => [list, detail, ...page])]),
  ]
  const within = (['form', 'editor', 'widget', 'dialog', 'palette'] as const).map((scope): Step[] => [
    { scope },
    ...page,
  ])
  return [[{ scope: 'app' }], ...onPage, ...within]
}

function alone(key: LiveKey, isMac: boolean, faultOf: (call: string) => string | undefined): Finding[] {
  const found: Finding[] = []
  const add = (rule: Finding['rule'], words: string) =>
    found.push({ rule, keys: key.keys, words: `${key.keys}: ${words}` })
  const fault = faultOf(key.call)
  if (fault !== undefined) add('call', fault)
  if (key.fixed) return found
  for (const one of key.presses) {
    const reason = Object.entries(reserved).find(([taken]) => pressesOf(taken, isMac)[0] === one)?.[1]
    if (reason !== undefined) add('reserved', `${one} ${reason}`)
    const parts = one.split('+')
    const last = parts.at(-1) ?? ''
    if (untypable.has(last)) add('untypable', `${last} needs AltGr or is a dead key on a common layout`)
    // Types characters on a Mac and many layouts; with Shift it switches layouts on Windows.
    if (parts.includes('Alt') && last.length === 1) add('alt', `${one} types a character`)
    if (key.typing && editing.some((keys) => pressesOf(keys, isMac)[0] === one)) add('theft', `${one} edits text`)
    if (key.typing && key.presses[0] === one && press([], last) === one && last.length === 1)
      add('theft', `${one} is text`)
  }
  return found
}

function collisions(keys: readonly LiveKey[]): Finding[] {
  return pairs(keys).flatMap(([a, b]) => {
    const together = a.at !== undefined ? a.at === b.at : a.on?.some((kind) => b.on?.includes(kind))
    return together && spelled(a) === spelled(b) ? [finding('collision', a, b)] : []
  })
}

function alongPath(path: readonly Step[], keys: readonly LiveKey[]): Finding[] {
  // A key may be met twice, by the list and by the detail around it.
  const live = [...new Set(liveKeys(path, keys, false))]
  return pairs(live).flatMap(([inner, outer]) => {
    if (spelled(inner) === spelled(outer)) {
      const isKindOverKind = inner.on !== undefined && outer.on !== undefined
      const covers = inner.call !== outer.call && !isKindOverKind && !inner.over && inner.at !== outer.at
      return covers ? [finding('cover', inner, outer)] : []
    }
    const [shorter, longer] = [inner, outer].toSorted((a, b) => a.presses.length - b.presses.length) as [
      LiveKey,
      LiveKey,
    ]
    return shorter.presses.every((one, at) => longer.presses[at] === one) ? [finding('prefix', shorter, longer)] : []
  })
}

const finding = (rule: Finding['rule'], a: Key, b: Key): Finding => ({
  rule,
  keys: a.keys,
  words: `${a.keys} (${a.call}) and ${b.keys} (${b.call})`,
})

const spelled = (key: LiveKey) => key.presses.join(' ')

const pairs = <T>(list: readonly T[]): [T, T][] =>
  list.flatMap((a, at) => list.slice(at + 1).map((b): [T, T] => [a, b]))
