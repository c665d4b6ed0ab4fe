import { type Secret, SecretField } from '../../ui/form/secret'
import { TextAreaField, TextField } from '../../ui/form/text'
import type { Exhibit } from './exhibit'
import { Keep } from './keep'

const long = 'https://observability.eu-central-1.internal.example.com/api/v1/query_range?query=up'
const required = 'This field is required'

export default {
  title: 'Fields',
  states: {
    Text: () => (
      <>
        <Keep initial="">{(bound) => <TextField label="Empty" {...bound} />}</Keep>
        <Keep initial="payments">
          {(bound) => <TextField label="With help" help="As it is called in the catalog." {...bound} />}
        </Keep>
        <Keep initial="">{(bound) => <TextField label="Required" isRequired error={required} {...bound} />}</Keep>
        <Keep initial="payments">
          {(bound) => (
            <TextField
              label="Refused by the server"
              help="As it is called in the catalog."
              error="A connection of this name exists in the namespace default already."
              {...bound}
            />
          )}
        </Keep>
        <Keep initial={long}>{(bound) => <TextField label="Long" isMono {...bound} />}</Keep>
        <TextField label="Read-only" value="payments" onChange={() => undefined} isReadOnly />
      </>
    ),
    'Text area': () => (
      <>
        <Keep initial="">{(bound) => <TextAreaField label="Empty" placeholder="One a line" {...bound} />}</Keep>
        <Keep initial={`${long}\n`.repeat(8)}>{(bound) => <TextAreaField label="Long" isMono {...bound} />}</Keep>
        <TextAreaField label="Read-only" value="Two\nlines" onChange={() => undefined} isReadOnly />
      </>
    ),
    Secret: () => (
      <>
        <Keep<Secret> initial={{ is: 'kept' }}>{(bound) => <SecretField label="Kept" {...bound} />}</Keep>
        <Keep<Secret> initial={{ is: 'typed', text: 'correct horse' }}>
          {(bound) => <SecretField label="Just typed" {...bound} />}
        </Keep>
        <Keep<Secret> initial={{ is: 'typed', text: '' }}>
          {(bound) => <SecretField label="Required token" isRequired error={required} {...bound} />}
        </Keep>
        <SecretField label="Read-only token" value={{ is: 'kept' }} onChange={() => undefined} isReadOnly />
      </>
    ),
  },
} satisfies Exhibit
