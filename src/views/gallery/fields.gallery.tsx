import { type ReactNode, useState } from 'react'
import { type Secret, SecretField } from '../../ui/form/secret'
import { TextAreaField, TextField } from '../../ui/form/text'
import type { Exhibit } from './exhibit'

/** Keeps a value, as a form would. */
function Keep<V>({ initial, children }: { initial: V; children: (value: V, set: (value: V) => void) => ReactNode }) {
  const [value, set] = useState(initial)
  return children(value, set)
}

const long = 'https://observability.eu-central-1.internal.example.com/api/v1/query_range?query=up'
const required = 'This field is required'

export default {
  title: 'Fields',
  states: {
    Text: () => (
      <>
        <Keep initial="">{(value, onChange) => <TextField label="Empty" {...{ value, onChange }} />}</Keep>
        <Keep initial="payments">
          {(value, onChange) => (
            <TextField label="With help" help="As it is called in the catalog." {...{ value, onChange }} />
          )}
        </Keep>
        <Keep initial="">
          {(value, onChange) => <TextField label="Required" isRequired error={required} {...{ value, onChange }} />}
        </Keep>
        <Keep initial="payments">
          {(value, onChange) => (
            <TextField
              label="Refused by the server"
              help="As it is called in the catalog."
              error="A connection of this name exists in the namespace default already."
              {...{ value, onChange }}
            />
          )}
        </Keep>
        <Keep initial={long}>{(value, onChange) => <TextField label="Long" isMono {...{ value, onChange }} />}</Keep>
        <TextField label="Read-only" value="payments" onChange={() => undefined} isReadOnly />
      </>
    ),
    'Text area': () => (
      <>
        <Keep initial="">
          {(value, onChange) => <TextAreaField label="Empty" placeholder="One a line" {...{ value, onChange }} />}
        </Keep>
        <Keep initial={`${long}\n`.repeat(8)}>
          {(value, onChange) => <TextAreaField label="Long" isMono {...{ value, onChange }} />}
        </Keep>
        <TextAreaField label="Read-only" value="Two\nlines" onChange={() => undefined} isReadOnly />
      </>
    ),
    Secret: () => (
      <>
        <Keep<Secret> initial={{ is: 'kept' }}>
          {(value, onChange) => <SecretField label="Kept" {...{ value, onChange }} />}
        </Keep>
        <Keep<Secret> initial={{ is: 'typed', text: 'correct horse' }}>
          {(value, onChange) => <SecretField label="Just typed" {...{ value, onChange }} />}
        </Keep>
        <Keep<Secret> initial={{ is: 'typed', text: '' }}>
          {(value, onChange) => (
            <SecretField label="Required token" isRequired error={required} {...{ value, onChange }} />
          )}
        </Keep>
        <SecretField label="Read-only token" value={{ is: 'kept' }} onChange={() => undefined} isReadOnly />
      </>
    ),
  },
} satisfies Exhibit
