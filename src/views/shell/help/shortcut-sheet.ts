import '@/commands/every-command'
import { commandIdOf, toCall } from '@/commands/call'
import { type CommandContext, buildContext, type CommandEnvironment } from '@/commands/context'
import type { PlaceData } from '@/commands/place'
import { resolveCallArgs, commandAvailability } from '@/commands/prepare'
import { findCommand, describeCall } from '@/commands/registry'
import { kindsLabel, keyLineName, scopeLabel } from '@/keymap/lines'
import { liveKeys, type LiveKey } from '@/keymap/live'
import { findKeyRows, type KeyQuery } from '../../shared/keyboard/key-search'

type SheetRow = {
  /** The name of the line in the key table, for changing its keys. */
  line: string
  title: string
  keywords?: string
  keys: readonly string[]
  /** Whether all keys of the row are fixed by a control and cannot be changed. */
  isFixed: boolean
  refusal?: string
}
/** The table of one place. */
export type SheetGroup = { title: string; rows: readonly SheetRow[] }
type ShortcutSheet = { here: readonly SheetGroup[]; elsewhere: readonly SheetGroup[] }

/** All keys: first the keys that work at `places`, nearest first, then the others. */
export function createSheet(
  keys: readonly LiveKey[],
  places: readonly PlaceData[],
  environment: CommandEnvironment
): ShortcutSheet {
  const context = buildContext(places, environment)
  const live = [...new Set(liveKeys(places, keys, false))]
  const nearest = live.filter((key, at) => live.findIndex((other) => spelled(other) === spelled(key)) === at)
  const here = new Set(nearest.filter((key) => key.fixed || offer(key, context) !== false))
  /** The context of a key. A key of another place is evaluated as if the focus were there. */
  const contextFor = ({ at }: LiveKey) =>
    at === undefined || places.some(({ scope }) => scope === at)
      ? context
      : buildContext([{ scope: at }, ...places], environment)
  const isThere = (key: LiveKey) => !here.has(key) && (!hasRun(key) || offer(key, contextFor(key)) !== false)
  return { here: createTables([...here], context, places), elsewhere: createTables(keys.filter(isThere), undefined) }
}

const spelled = ({ presses }: LiveKey) => presses.join(' ')
const hasRun = ({ call }: LiveKey) => findCommand(commandIdOf(call))?.run !== undefined

function offer(key: LiveKey, context: CommandContext) {
  const call = toCall(key.call, findCommand)
  const command = findCommand(call.id)
  return command ? commandAvailability(command, context, resolveCallArgs(command, call.args, context)) : false
}

/**
 * @param context if given, refusals are shown
 * @param places where the keys are pressed. The kinds of a key that exist there name its table
 */
function createTables(
  keys: readonly LiveKey[],
  context: CommandContext | undefined,
  places: readonly PlaceData[] = []
): SheetGroup[] {
  const groups = new Map<string, Map<string, SheetRow>>()
  for (const key of keys) {
    const title = describeCall(key.call)
    if (title === '') continue
    const on = key.on?.filter((kind) => places.some(({ of }) => of === kind))
    const where = on && on.length > 0 ? kindsLabel(on) : scopeLabel(key)
    const rows = groups.get(where) ?? new Map<string, SheetRow>()
    const refusal = context && !key.fixed ? offer(key, context) : true
    const line = keyLineName(key)
    const keywords = findCommand(commandIdOf(key.call))?.keywords
    const row = rows.get(line) ?? {
      line,
      title,
      ...(keywords === undefined ? {} : { keywords }),
      keys: [],
      isFixed: true,
      ...(typeof refusal === 'string' ? { refusal } : {}),
    }
    rows.set(line, { ...row, keys: [...row.keys, key.keys], isFixed: row.isFixed && key.fixed === true })
    groups.set(where, rows)
  }
  return [...groups].map(([title, rows]) => ({ title, rows: [...rows.values()] }))
}

export const filterSheet = ({ here, elsewhere }: ShortcutSheet, query: KeyQuery): ShortcutSheet => ({
  here: filterGroups(here, query),
  elsewhere: filterGroups(elsewhere, query),
})

/** Rows keep their order, so that users find them where they expect them. */
const filterGroups = (groups: readonly SheetGroup[], query: KeyQuery): SheetGroup[] =>
  groups.flatMap(({ title, rows }) => {
    const found = new Set(findKeyRows(rows, query))
    return found.size > 0 ? [{ title, rows: rows.filter((row) => found.has(row)) }] : []
  })
