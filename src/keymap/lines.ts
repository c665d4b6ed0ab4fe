import { type Kind, kinds, kindNoun } from '../lib/kinds'
import { type Scope, placeScopes } from '../commands/place'
import type { KeyBinding } from './keymap'

/** Where a key works: in a place, or on kinds of targets. */
type KeyScope = { at: Scope; on?: never } | { on: readonly Kind[]; at?: never }

/** A call in one place, with all its keys there. */
export type KeyLine = KeyScope & {
  /** `check.run on check`, `list.down at list`: the key of stored changes. It is stable because command ids are. */
  name: string
  call: string
  keys: readonly string[]
  /** Keys of the focused widget, which cannot be changed. */
  fixed: readonly string[]
}

const pickScope = ({ at, on }: KeyScope): KeyScope => (on ? { on } : { at })

export const keyLineName = (key: { call: string } & KeyScope) =>
  key.on ? `${key.call} on ${key.on.join(',')}` : `${key.call} at ${key.at}`

/** Parses the name of a line. Returns undefined for anything else. The call is not validated. */
export function parseLineName(name: string): ({ call: string } & KeyScope) | undefined {
  const [, call, word, where = ''] = /^(\S+) (at|on) (\S+)$/.exec(name) ?? []
  if (call === undefined) return undefined
  if (word === 'at') {
    const at = placeScopes.find((scope) => scope === where)
    return at && { call, at }
  }
  const on = where.split(',').flatMap((one) => kinds.find((kind) => kind === one) ?? [])
  return on.length > 0 && on.length === where.split(',').length ? { call, on } : undefined
}

/** Groups a table of keys into lines by call and place, in the order of the table. */
export function groupIntoLines(keymap: readonly KeyBinding[]): KeyLine[] {
  const lines = new Map<string, KeyLine>()
  for (const key of keymap) {
    const name = keyLineName(key)
    const line = lines.get(name) ?? { ...pickScope(key), name, call: key.call, keys: [], fixed: [] }
    lines.set(
      name,
      key.fixed ? { ...line, fixed: [...line.fixed, key.keys] } : { ...line, keys: [...line.keys, key.keys] }
    )
  }
  return [...lines.values()]
}

const placeLabels: Readonly<Record<Scope, string>> = {
  app: 'Everywhere',
  page: 'On a page',
  triage: 'In the triage queue',
  list: 'In a list',
  graph: 'In a graph',
  detail: 'In a detail',
  form: 'In a form',
  editor: 'In the editor',
  dialog: 'In a dialog',
  palette: 'In the palette',
  widget: 'In an open menu',
}

/** `In a list`, `On a check or config`. */
export const scopeLabel = ({ at, on }: KeyScope): string => (on ? kindsLabel(on) : placeLabels[at])

/** `On a check or config`. */
export const kindsLabel = (list: readonly Kind[]): string =>
  `On ${/^[aeiou]/.test(list[0] ?? '') ? 'an' : 'a'} ${list.map(kindNoun).join(' or ')}`

/** The default scope for a command without keys, by the first part of its id. */
const defaultScopes: Readonly<Record<string, Scope>> = {
  triage: 'triage',
  list: 'list',
  detail: 'detail',
  pane: 'page',
  form: 'form',
  editor: 'editor',
  palette: 'palette',
}

/** An empty line for a command without keys. */
export function lineWithoutKeys(id: string): KeyLine {
  const at = defaultScopes[id.slice(0, id.indexOf('.'))] ?? 'app'
  return { at, name: keyLineName({ call: id, at }), call: id, keys: [], fixed: [] }
}
