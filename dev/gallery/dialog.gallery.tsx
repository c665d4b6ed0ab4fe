import { useState } from 'react'
import { Button } from '@/ui/button'
import { Dialog } from '@/ui/dialog'
import { overlaySizes } from '@/ui/overlay'
import { TextField } from '@/ui/form/fields/text'
import type { Exhibit } from './exhibit'

const nothing = () => undefined
const words = 'A label is a key with a value. Selectors match resources by their labels. '

function Name() {
  const [value, onChange] = useState('payments')
  return <TextField label="Name" help="The name in the catalog." {...{ value, onChange }} />
}

const actions = (
  <>
    <Button onPress={nothing}>Cancel</Button>
    <Button tone="primary" onPress={nothing}>
      Save
    </Button>
  </>
)

const sized = Object.fromEntries(
  overlaySizes.map((size) => [
    `Size ${size}`,
    () => (
      <Dialog title="Rename component" description={words} size={size} actions={actions} onClose={nothing}>
        <Name />
      </Dialog>
    ),
  ])
)

export default {
  title: 'Dialog',
  states: {
    Opens: () => {
      const [isOpen, setOpen] = useState(false)
      return (
        <div>
          <Button onPress={() => setOpen(true)}>Rename…</Button>
          {isOpen && (
            <Dialog title="Rename component" actions={actions} onClose={() => setOpen(false)}>
              <Name />
            </Dialog>
          )}
        </div>
      )
    },
  },
  apart: {
    ...sized,
    'Long text': () => (
      <Dialog title={`About ${'observability.eu-central-1.internal.'.repeat(4)}`} size="small" onClose={nothing}>
        <p>{words.repeat(120)}</p>
      </Dialog>
    ),
    Drawer: () => (
      <Dialog title="Rename component" placement="end" size="small" actions={actions} onClose={nothing}>
        <Name />
      </Dialog>
    ),
  },
} satisfies Exhibit
