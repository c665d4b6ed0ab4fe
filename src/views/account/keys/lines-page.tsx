import { callTo } from '@/commands/call-to'
import type { CallSource } from '@/commands/command'
import { useMemo, useRef } from 'react'
import { sequenceTimeouts, type KeyPreferences } from '@/commands/stores/key-preference-store'
import { commandIdOf } from '@/commands/call'
import { allCommands } from '@/commands/every-command'
import { findCommand, describeCall } from '@/commands/registry'
import { isMac, formatKeys } from '@/keymap/display'
import { allLines, findKeymapErrors, type UserLine, describeFinding } from '@/keymap/edit-keymap'
import { scopeLabel } from '@/keymap/lines'
import type { ArrowRegionHandle } from '@/ui/arrow-region'
import { Button } from '@/ui/button'
import type { SearchExit } from '@/ui/search-field'
import { findKeyRows, type KeyQuery, KeySearch } from '../../shared/keyboard/key-search'
import { type KeyGroup, type KeyRow, KeyTables } from '../../shared/keyboard/key-table'
import { SingleKeySetting } from '../../shared/keyboard/single-key-setting'
import css from './keys.module.css'
import { keyValidation } from './import-preview'

type Props = {
  now: KeyPreferences
  query: KeyQuery
  onQuery: (query: KeyQuery) => void
  /** The line whose page was open before, to restore focus. */
  last: string | undefined
  onLine: (name: string) => void
  onImport: () => void
  onChange: (call: CallSource) => void
}

/** All commands with their keys, and the general settings. While searching, only the results are listed. */
export function LinesPage({ now, query, onQuery, last, onLine, onImport, onChange }: Props) {
  const rows = useMemo(
    () =>
      allLines(
        now.set,
        allCommands.map(({ id }) => id)
      ).map((line) => toKeyRow(line, onChange)),
    [now.set, onChange]
  )
  const faults = useMemo(() => findKeymapErrors(now.set, keyValidation), [now.set])
  const isSearching = query.text.trim() !== '' || query.pressed.length > 0
  const found = useMemo(() => findKeyRows(rows, query), [rows, query])
  const groups = isSearching ? [{ title: 'Results', rows: found }] : groupByCommand(found)
  const field = useRef<HTMLInputElement>(null)
  const tables = useRef<ArrowRegionHandle>(null)
  function leaveSearch(to: SearchExit) {
    const [first] = found
    if (to === 'open' && isSearching && first) onLine(first.line)
    else if (to !== 'back') tables.current?.focusFirst()
  }
  return (
    <>
      <KeySearch
        ref={field}
        label="Search by name or key"
        query={query}
        onQuery={onQuery}
        found={found.length}
        onLeave={leaveSearch}
        autoFocus={!found.some(({ line }) => line === last)}
      />
      <KeyTables
        ref={tables}
        label="Commands and their keys"
        parts={[{ groups: groups.filter((group) => group.rows.length > 0) }]}
        focused={last}
        onChange={onLine}
        onLeave={() => field.current?.focus()}
      >
        {!isSearching && <General now={now} onImport={onImport} onChange={onChange} />}
        {!isSearching && faults.length > 0 && (
          <div className={css.faults}>
            <h3>Conflicts</h3>
            <ul>
              {faults.map((one) => (
                <li key={one.message}>
                  {describeFinding(one, one.between?.[0] ?? '', isMac)}{' '}
                  {one.between && (
                    <Button tone="bare" onPress={() => onLine(one.between?.[0] ?? '')}>
                      Change…
                    </Button>
                  )}
                </li>
              ))}
            </ul>
          </div>
        )}
        {found.length === 0 && <p className={css.quiet}>No command matches.</p>}
      </KeyTables>
    </>
  )
}

const General = ({ now, onImport, onChange }: Pick<Props, 'now' | 'onImport' | 'onChange'>) => (
  <div className={css.general}>
    <SingleKeySetting />
    <label className={css.forget}>
      Forget a started sequence after
      <select value={now.forget} onChange={({ target }) => onChange(`keys.forget?after=${target.value}`)}>
        {sequenceTimeouts.map((seconds) => (
          <option key={seconds} value={seconds}>
            {seconds === 0 ? 'never' : `${seconds} s`}
          </option>
        ))}
      </select>
    </label>
    <div className={css.actions}>
      <Button onPress={onImport}>Import or presets…</Button>
      <Button onPress={() => onChange('keys.export')}>Export</Button>
      <Button
        refusal={Object.keys(now.set).length === 0 ? 'All keys have their default' : undefined}
        onPress={() => onChange('keys.reset')}
      >
        Reset all
      </Button>
    </div>
  </div>
)

type Row = KeyRow & { group: string; keywords?: string }

function toKeyRow(own: UserLine, onChange: Props['onChange']): Row {
  const { name, call, isChanged } = own
  const { keywords, group = '' } = findCommand(commandIdOf(call)) ?? {}
  const title = describeCall(call)
  const where = scopeLabel(own)
  const spokenKeys = own.keys.length === 0 ? 'no key' : own.keys.map((one) => formatKeys(one)).join(' or ')
  return {
    line: name,
    title,
    group,
    ...(keywords === undefined ? {} : { keywords }),
    keys: [...own.keys, ...own.fixed],
    about: (
      <>
        {where}
        {isChanged && (
          <>
            <span className={css.changed}> changed</span>{' '}
            <Button
              tone="bare"
              label={`Reset ${title}`}
              onPress={() => onChange(callTo('keys.reset', { command: name }))}
            >
              Reset
            </Button>
          </>
        )}
      </>
    ),
    change: `Change ${title}, ${where.toLowerCase()}, ${spokenKeys}…`,
  }
}

/** Groups rows by the group of their command, in order of appearance. */
function groupByCommand(rows: readonly Row[]): KeyGroup[] {
  const groups = new Map<string, Row[]>()
  for (const row of rows) groups.set(row.group, [...(groups.get(row.group) ?? []), row])
  return [...groups].map(([title, own]) => ({ title, rows: own }))
}
