import { useState } from 'react'
import { Button } from '@/ui/button'
import { ConfirmDialog } from '@/ui/confirm'
import type { Exhibit } from './exhibit'

const nothing = () => undefined
const names = (count: number) => Array.from({ length: count }, (_, at) => `payments-worker-${at + 1}`)

export default {
  title: 'Confirmation',
  states: {
    Opens: () => {
      const [isOpen, setOpen] = useState(false)
      const close = () => setOpen(false)
      return (
        <div>
          <Button onPress={() => setOpen(true)}>Delete…</Button>
          {isOpen && (
            <ConfirmDialog title="Delete payments-db?" verb="delete" onCancel={close} onConfirm={close}>
              Checks that use this connection stop working.
            </ConfirmDialog>
          )}
        </div>
      )
    },
  },
  apart: {
    'Delete one': () => (
      <ConfirmDialog title="Delete payments-db?" verb="delete" onCancel={nothing} onConfirm={nothing}>
        Three checks use this connection. They stop working.
      </ConfirmDialog>
    ),
    'Delete some': () => (
      <ConfirmDialog
        title="Delete 7 checks?"
        verb="delete"
        yes="Delete 7 checks"
        names={names(7)}
        onCancel={nothing}
        onConfirm={nothing}
      >
        They stop running. Their results are kept for a week.
      </ConfirmDialog>
    ),
    'Delete many': () => (
      <ConfirmDialog
        title="Delete 1,205 checks?"
        verb="delete"
        yes="Delete 1,205 checks"
        names={names(1205)}
        onCancel={nothing}
        onConfirm={nothing}
      >
        They stop running.
      </ConfirmDialog>
    ),
    Approve: () => (
      <ConfirmDialog title="Approve the run?" verb="approve" onCancel={nothing} onConfirm={nothing}>
        Scales payments-api to 12 replicas.
      </ConfirmDialog>
    ),
  },
} satisfies Exhibit
