import type { Call, CallSource } from '@/commands/command'
import { useState } from 'react'
import { keyPreferenceStore, type StoredKeySettings as Request } from '@/commands/stores/key-preference-store'
import { commandIdOf } from '@/commands/call'
import { allCommands } from '@/commands/every-command'
import { allLines } from '@/keymap/edit-keymap'
import { DialogHead } from '@/ui/dialog-head'
import { Overlay } from '@/ui/overlay'
import { useConsole } from '../../shared/console'
import { emptyKeyQuery } from '../../shared/keyboard/key-search'
import { usePlaces } from '../../shared/commands/place'
import { useStore } from '../../shared/stores'
import { ImportPage } from './import-page'
import { LinePage } from './line-page'
import { LinesPage } from './lines-page'

type Props = { request: Request; onClose: () => void }

/** The keyboard settings. Each change is a command, so it is announced, logged, and can be undone. */
export default function KeySettings({ request, onClose }: Props) {
  const { perform } = useConsole()
  const places = usePlaces()
  const now = useStore(keyPreferenceStore)
  const [page, setPage] = useState(request)
  const [query, setQuery] = useState(emptyKeyQuery)
  const [last, setLast] = useState<string>()
  const list = () => setPage({ page: 'list' })
  const change = (call: CallSource) => void perform({ call, origin: 'button' }, places)
  const changeAndReturn = (call: Call) => {
    change(call)
    list()
  }
  const line =
    page.page === 'line'
      ? allLines(
          now.set,
          allCommands.map(({ id }) => id)
        ).find(({ name, call }) => name === page.command || call === page.command || commandIdOf(call) === page.command)
      : undefined
  return (
    <Overlay label="Keyboard settings" onClose={onClose}>
      <DialogHead title="Keyboard settings" onClose={onClose} />
      {page.page === 'import' ? (
        <ImportPage now={now} onChange={changeAndReturn} onBack={list} />
      ) : page.page === 'line' && line ? (
        <LinePage
          key={line.name}
          line={line}
          set={now.set}
          wanted={page.keys}
          onChange={changeAndReturn}
          onBack={list}
        />
      ) : (
        <LinesPage
          now={now}
          query={query}
          onQuery={setQuery}
          last={last}
          onLine={(command) => {
            setLast(command)
            setPage({ page: 'line', command })
          }}
          onImport={() => setPage({ page: 'import' })}
          onChange={change}
        />
      )}
    </Overlay>
  )
}
