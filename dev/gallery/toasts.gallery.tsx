import { useEffect } from 'react'
import { toast, useToaster } from 'react-hot-toast/headless'
import type { Journal, JournalMessage } from '@/commands/journal'
import { useConsole } from '../../src/views/shared/console'
import { MessageArea } from '@/views/shell/messages/message-area'
import { showLoading, showToast, Toasts } from '@/views/shell/messages/toasts'
import { GalleryConsole } from './gallery-console'
import type { Exhibit } from './exhibit'

/** Shown when the page opens, and kept as if the pointer were over it. Moving the pointer away closes it. */
const shown = (show: (journal: Journal) => void) =>
  function Shown() {
    return (
      <GalleryConsole>
        <Shower show={show} />
        <MessageArea>
          <Toasts />
        </MessageArea>
      </GalleryConsole>
    )
  }

function Shower({ show }: { show: (journal: Journal) => void }) {
  const { journal } = useConsole()
  const { startPause } = useToaster().handlers
  useEffect(() => {
    show(journal)
    startPause()
    return () => toast.remove()
  }, [journal, show, startPause])
  return null
}

const message = (given: Partial<Omit<JournalMessage, 'id'>>) =>
  shown((journal) =>
    showToast(journal.add({ tone: 'good', text: 'payments-db updated successfully', next: [], ...given }))
  )

const failure =
  'duplicate key value violates unique constraint "connections_name_namespace_key": Key (name, namespace)=(payments-db, monitoring) already exists'

export default {
  title: 'Toasts',
  states: {},
  apart: {
    Success: message({}),
    Undo: message({ text: 'payments-db deleted successfully', undo: () => ({ message: 'payments-db is back.' }) }),
    Failure: message({ tone: 'wrong', text: failure }),
    'Failure with a way on': message({
      tone: 'wrong',
      text: 'timed out',
      next: [{ title: 'Search', call: 'palette.open' }],
    }),
    'A long failure': message({
      tone: 'wrong',
      text: `${failure}. `.repeat(12),
      next: [{ title: 'Search', call: 'palette.open' }],
    }),
    'Bad news': message({ tone: 'bad', text: 'harbour-api is unhealthy' }),
    Plain: message({ tone: 'plain', text: 'Nothing to undo' }),
    Progress: shown(() => void showLoading('Running 25 checks')),
    Several: shown((journal) => {
      for (const text of ['payments-db updated successfully', 'payments-api updated successfully'])
        showToast(journal.add({ tone: 'good', text, next: [] }))
      showToast(journal.add({ tone: 'wrong', text: failure, next: [] }))
      showLoading('Running 25 checks')
    }),
  },
} satisfies Exhibit
