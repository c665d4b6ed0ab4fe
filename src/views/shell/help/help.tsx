import { callTo } from '@/commands/call-to'
import type { CallSource } from '@/commands/command'
import { useMemo, useRef, useState } from 'react'
import type { PlaceData } from '@/commands/place'
import { formatKeys } from '@/keymap/display'
import type { ArrowRegionHandle } from '@/ui/arrow-region'
import { Button } from '@/ui/button'
import { DialogHead } from '@/ui/dialog-head'
import { Overlay } from '@/ui/overlay'
import { useConsole } from '../../shared/console'
import { emptyKeyQuery, KeySearch } from '../../shared/keyboard/key-search'
import { type KeyGroup, KeyTables } from '../../shared/keyboard/key-table'
import { usePlaces } from '../../shared/commands/place'
import { SingleKeySetting } from '../../shared/keyboard/single-key-setting'
import css from './help.module.css'
import { filterSheet, createSheet, type SheetGroup } from './shortcut-sheet'

type Props = { places: readonly PlaceData[]; onClose: () => void }

/** The dialog of keyboard shortcuts, generated from the current key table. */
export default function Help({ places, onClose }: Props) {
  const { keys, environment, perform } = useConsole()
  const around = usePlaces()
  const [query, setQuery] = useState(emptyKeyQuery)
  const field = useRef<HTMLInputElement>(null)
  const tables = useRef<ArrowRegionHandle>(null)
  const sheet = useMemo(() => createSheet(keys, places, environment), [keys, places, environment])
  const { here, elsewhere } = filterSheet(sheet, query)
  const found = [...here, ...elsewhere].reduce((count, { rows }) => count + rows.length, 0)
  /** Closes this dialog before the command opens another. */
  const leave = (call: CallSource) => {
    onClose()
    void perform({ call, origin: 'button' }, around)
  }
  const change = (line: string) => leave(callTo('keys.change', { command: line }))
  return (
    <Overlay label="Keyboard shortcuts" size="large" onClose={onClose}>
      <DialogHead title="Keyboard shortcuts" onClose={onClose} />
      <KeySearch
        ref={field}
        label="Search by name or key"
        query={query}
        onQuery={setQuery}
        found={found}
        onLeave={(to) => to !== 'back' && tables.current?.focusFirst()}
      />
      <KeyTables
        ref={tables}
        label="Shortcuts"
        isWide
        parts={[
          { title: 'Here', groups: here.map(shown) },
          { title: 'Elsewhere', groups: elsewhere.map(shown) },
        ].filter(({ groups }) => groups.length > 0)}
        onChange={change}
        onLeave={() => field.current?.focus()}
        end={
          <>
            <p className={css.note}>
              Shortcuts with a single letter work when your screen reader is in focus mode (NVDA: Insert+Space; JAWS:
              Insert+Z; Orca: Insert+A). {formatKeys('$mod+k')} works in any mode.
            </p>
            <SingleKeySetting />
            <div className={css.actions}>
              <Button onPress={() => leave('help.learn')}>Learn keys</Button>
              <Button onPress={() => leave('keys.settings')}>Keyboard settings…</Button>
            </div>
          </>
        }
      >
        {found === 0 && <p className={css.note}>No matching shortcuts.</p>}
      </KeyTables>
    </Overlay>
  )
}

const shown = ({ title, rows }: SheetGroup): KeyGroup => ({
  title,
  rows: rows.map(({ line, title: name, keys, isFixed, refusal }) => ({
    line,
    title: name,
    keys,
    about: refusal,
    isRefused: refusal !== undefined,
    ...(isFixed ? {} : { change: `Change key of ${name}…` }),
  })),
})
