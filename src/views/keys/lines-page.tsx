import { useMemo } from 'react'
import { forgetAfter, type KeyPreferences } from '../../commands/stores/key-preference-store'
import { formatCall, parseCall } from '../../commands/call'
import { commands } from '../../commands/every-command'
import { findCommand, titleOfCall } from '../../commands/registry'
import { isMac, spoken } from '../../keymap/display'
import { allLines, faultsOf, type OwnLine, describeFinding } from '../../keymap/edit'
import { whereLabel } from '../../keymap/lines'
import { Button } from '../../ui/button'
import { fitsQuery, type KeyQuery, KeySearch } from '../shell/keyboard/key-search'
import { SingleKeys } from '../shell/keyboard/single-keys'
import { Keys } from './import-page'
import css from './keys.module.css'
import { judging } from './preview'

type Props = {
  now: KeyPreferences
  query: KeyQuery
  onQuery: (query: KeyQuery) => void
  /** The line whose page was open before, to restore focus. */
  last: string | undefined
  onLine: (name: string) => void
  onImport: () => void
  onChange: (call: string) => void
}

/** All commands with their keys, and the general settings. */
export function LinesPage({ now, query, onQuery, last, onLine, onImport, onChange }: Props) {
  const lines = useMemo(
    () =>
      allLines(
        now.set,
        commands.map(({ id }) => id)
      ),
    [now.set]
  )
  const faults = useMemo(() => faultsOf(now.set, judging), [now.set])
  const found = lines.filter(({ call, keys, fixed }) => fitsQuery(query, titleOfCall(call), [...keys, ...fixed]))
  const groups = groupsOf(found)
  return (
    <>
      <KeySearch
        label="Search commands"
        query={query}
        onQuery={onQuery}
        found={found.length}
        autoFocus={last === undefined}
      />
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className={css.scroll} tabIndex={0} role="region" aria-label="Commands and their keys">
        <div className={css.general}>
          <SingleKeys />
          <label className={css.forget}>
            Forget a started sequence after
            <select value={now.forget} onChange={({ target }) => onChange(`keys.forget?after=${target.value}`)}>
              {forgetAfter.map((seconds) => (
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
              refusal={Object.keys(now.set).length === 0 ? 'Every key is as shipped' : undefined}
              onPress={() => onChange('keys.reset')}
            >
              Reset all
            </Button>
          </div>
        </div>
        {faults.length > 0 && (
          <div className={css.faults}>
            <h3>In each other’s way</h3>
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
        {groups.map(([group, own]) => (
          <table key={group} className={css.table}>
            <caption>{group}</caption>
            <thead className="visually-hidden">
              <tr>
                <th scope="col">Command</th>
                <th scope="col">Keys</th>
                <th scope="col">Change</th>
              </tr>
            </thead>
            <tbody>
              {own.map((line) => (
                <Row key={line.name} line={line} isLast={line.name === last} onLine={onLine} onChange={onChange} />
              ))}
            </tbody>
          </table>
        ))}
      </div>
    </>
  )
}

function Row({
  line,
  isLast,
  onLine,
  onChange,
}: { line: OwnLine; isLast: boolean } & Pick<Props, 'onLine' | 'onChange'>) {
  const { name, call, keys, fixed, isChanged } = line
  const title = titleOfCall(call)
  const said = keys.length === 0 ? 'no key' : keys.map((one) => spoken(one)).join(' or ')
  return (
    <tr>
      <th scope="row">
        {title} <span className={css.quiet}>{whereLabel(line)}</span>
        {isChanged && <span className={css.changed}> changed</span>}
      </th>
      <td>
        <Keys keys={[...keys, ...fixed]} />
      </td>
      <td className={css.buttons}>
        {isChanged && (
          <Button
            tone="bare"
            label={`Reset ${title}`}
            onPress={() => onChange(formatCall({ id: 'keys.reset', args: { command: name } }))}
          >
            Reset
          </Button>
        )}
        <Button
          tone="bare"
          autoFocus={isLast}
          label={`Change ${title}, ${whereLabel(line).toLowerCase()}, ${said}…`}
          onPress={() => onLine(name)}
        >
          Change
        </Button>
      </td>
    </tr>
  )
}

/** Groups lines by the group of their command, in the order of appearance. */
function groupsOf<L extends { call: string }>(lines: readonly L[]): [string, L[]][] {
  const groups = new Map<string, L[]>()
  for (const line of lines) {
    const group = findCommand(parseCall(line.call).id)?.group ?? ''
    groups.set(group, [...(groups.get(group) ?? []), line])
  }
  return [...groups]
}
