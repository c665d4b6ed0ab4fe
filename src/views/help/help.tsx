import { useMemo, useState } from 'react'
import { formatCall } from '../../commands/call'
import type { Place } from '../../commands/place'
import { caps, spoken } from '../../keymap/display'
import { Button } from '../../ui/button'
import { DialogHead } from '../../ui/dialog-head'
import { Kbd } from '../../ui/kbd'
import { Overlay } from '../../ui/overlay'
import { useConsole } from '../shell/console'
import { anyKey, KeySearch } from '../shell/keyboard/key-search'
import { usePlaces } from '../shell/commands/place'
import { SingleKeys } from '../shell/keyboard/single-keys'
import css from './help.module.css'
import { filterSheet, sheetOf, type SheetGroup } from './sheet'

type Props = { places: readonly Place[]; onClose: () => void }

/** The dialog of keyboard shortcuts, made from the current key table. */
export default function Help({ places, onClose }: Props) {
  const { keys, environment, perform } = useConsole()
  const around = usePlaces()
  const [query, setQuery] = useState(anyKey)
  const sheet = useMemo(() => sheetOf(keys, places, environment), [keys, places, environment])
  const { here, elsewhere } = filterSheet(sheet, query)
  const found = [...here, ...elsewhere].reduce((count, { rows }) => count + rows.length, 0)
  /** Closes this dialog before the command opens another. */
  const leave = (call: string) => {
    onClose()
    void perform({ call, origin: 'button' }, around)
  }
  const change = (line: string) => leave(formatCall({ id: 'keys.change', args: { command: line } }))
  return (
    <Overlay label="Keyboard shortcuts" onClose={onClose}>
      <DialogHead title="Keyboard shortcuts" onClose={onClose}>
        <Button tone="bare" onPress={() => leave('help.learn')}>
          Learn keys
        </Button>
        <Button tone="bare" onPress={() => leave('keys.settings')}>
          Settings…
        </Button>
      </DialogHead>
      <KeySearch label="Search shortcuts" query={query} onQuery={setQuery} found={found} />
      {/* Focusable, so that keys can scroll it. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className={css.sheet} tabIndex={0} role="region" aria-label="Shortcuts">
        <p className={css.note}>
          Shortcuts with a single letter work when your screen reader is in focus mode (NVDA: Insert+Space; JAWS:
          Insert+Z; Orca: Insert+A). {spoken('$mod+k')} works in any mode.
        </p>
        <div className={css.setting}>
          <SingleKeys />
        </div>
        {found === 0 && <p className={css.note}>No shortcut matches.</p>}
        {here.length > 0 && <h3 className={css.part}>Here</h3>}
        {here.map((group) => (
          <Table key={group.title} group={group} onChange={change} />
        ))}
        {elsewhere.length > 0 && <h3 className={css.part}>Elsewhere</h3>}
        {elsewhere.map((group) => (
          <Table key={group.title} group={group} onChange={change} />
        ))}
      </div>
    </Overlay>
  )
}

function Table({ group: { title, rows }, onChange }: { group: SheetGroup; onChange: (line: string) => void }) {
  return (
    <table className={css.group}>
      <caption className={css.caption}>{title}</caption>
      <thead className="visually-hidden">
        <tr>
          <th scope="col">Command</th>
          <th scope="col">Keys</th>
          <th scope="col">Change</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ line, title: name, keys, isFixed, refusal }) => (
          <tr key={line} className={css.row} data-refused={refusal !== undefined || undefined}>
            <th scope="row" className={css.name}>
              {name}
              {refusal && <span className={css.refusal}> {refusal}</span>}
            </th>
            <td className={css.keys}>
              <span className="visually-hidden">{keys.map((one) => spoken(one)).join(' or ')}</span>
              {keys.map((one) => (
                <Kbd key={one} caps={caps(one)} />
              ))}
            </td>
            <td className={css.change}>
              {!isFixed && (
                <Button tone="bare" label={`Change key of ${name}…`} onPress={() => onChange(line)}>
                  Change
                </Button>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
