import { type ReactNode, useEffect, useRef } from 'react'
import { bytes, millicores } from '@/lib/amount'
import { ComboField } from '@/ui/form/fields/combo-field'
import { type JsonFile, JsonFileField } from '@/ui/form/fields/file'
import { KeyValuesField } from '@/ui/form/fields/key-values-field'
import type { LabelValues } from '@/ui/form/fields/labels'
import { LabelsField } from '@/ui/form/fields/labels-field'
import { MentionField } from '@/ui/form/fields/mention'
import { DateTimeField } from '@/ui/form/fields/date-time-field'
import { AmountField, DurationField, NumberField } from '@/ui/form/fields/number'
import type { Choice, FindChoices } from '../../src/shared/forms/choice'
import { type FoundResource, ResourceSearchField } from '@/ui/form/fields/resource-search'
import { type SecretValue, SecretField } from '@/ui/form/fields/secret'
import { SelectField } from '@/ui/form/fields/select'
import { SourceField } from '@/ui/form/fields/source-field'
import { ScheduleField } from '@/ui/form/fields/suggest'
import { TextAreaField, TextField } from '@/ui/form/fields/text'
import { CheckboxesField, RadioField } from '@/ui/form/fields/choices'
import { ToggleField } from '@/ui/form/fields/toggle'
import type { KeyValue, ValueSource } from '@/ui/form/fields/value-source'
import type { Exhibit } from './exhibit'
import { StatefulField } from './stateful-field'

const nothing = () => undefined
const long = 'https://observability.eu-central-1.internal.example.com/api/v1/query_range?query=up'
const required = 'This field is required'
const methods = ['GET', 'POST', 'PUT', 'DELETE'].map((value) => ({ value, label: value }))
const severities = [
  { value: 'low', label: 'Low', hint: 'can wait' },
  { value: 'high', label: 'High', hint: 'today' },
  { value: 'critical', label: 'Critical', hint: 'now' },
]
const cities = ['Paris', 'Prague', 'Oslo', 'Porto'].map((label) => ({ value: label.toLowerCase(), label }))
const find = (text: string) => cities.filter(({ label }) => label.toLowerCase().includes(text.toLowerCase()))
const people = ['Ada Lovelace', 'Adriana de Wit', 'Ásta Jónsdóttir', 'Tomasz Wieczorek']
const findPeople = (text: string) =>
  people.filter((name) => name.toLowerCase().includes(text.toLowerCase())).map((name) => ({ value: name, label: name }))
const parse = (text: string) => (Number.isNaN(Date.parse(text)) ? undefined : new Date(text))
const format = (at: Date) => at.toISOString().slice(0, 16).replace('T', ' ')

const Column = ({ children }: { children: ReactNode }) => (
  <div style={{ display: 'grid', gap: 14, maxWidth: '40rem' }}>{children}</div>
)

const BEGUN = 'Rolled back. @a'

/** A comment with an open mention. */
function Mentioning({ answer }: { answer: FindChoices<Choice> }) {
  const around = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const area = around.current?.querySelector('textarea')
    if (area?.value !== BEGUN) return
    area.focus()
    area.setSelectionRange(BEGUN.length, BEGUN.length)
    document.execCommand('insertText', false, 'd')
  }, [])
  return (
    <div ref={around}>
      <Column>
        <StatefulField initial={BEGUN}>
          {(bound) => <MentionField label="Comment" find={answer} pace={{ delayMs: 0 }} {...bound} />}
        </StatefulField>
      </Column>
    </div>
  )
}

export default {
  title: 'Fields',
  states: {
    Text: () => (
      <Column>
        <StatefulField initial="">{(bound) => <TextField label="Empty" {...bound} />}</StatefulField>
        <StatefulField initial="payments">
          {(bound) => <TextField label="With help" help="The name in the catalog." {...bound} />}
        </StatefulField>
        <StatefulField initial="">
          {(bound) => <TextField label="Required" isRequired error={required} {...bound} />}
        </StatefulField>
        <StatefulField initial="payments">
          {(bound) => (
            <TextField
              label="Refused by the server"
              help="The name in the catalog."
              error="A connection of this name exists in the namespace default already."
              {...bound}
            />
          )}
        </StatefulField>
        <StatefulField initial={long}>{(bound) => <TextField label="Long" isMono {...bound} />}</StatefulField>
        <TextField label="Read-only" value="payments" onChange={nothing} isReadOnly />
      </Column>
    ),
    'Text area': () => (
      <Column>
        <StatefulField initial="">
          {(bound) => <TextAreaField label="Empty area" placeholder="One per line" {...bound} />}
        </StatefulField>
        <StatefulField initial={`${long}\n`.repeat(8)}>
          {(bound) => <TextAreaField label="Long area" isMono {...bound} />}
        </StatefulField>
        <TextAreaField label="Read-only area" value={'Two\nlines'} onChange={nothing} isReadOnly />
        <StatefulField initial="">
          {(bound) => (
            <MentionField label="Mentions" help="@ and a name mention somebody." find={findPeople} {...bound} />
          )}
        </StatefulField>
        <MentionField
          label="Read-only mentions"
          value="@Ada Lovelace has a look."
          onChange={nothing}
          find={findPeople}
          isReadOnly
        />
      </Column>
    ),
    Secret: () => (
      <Column>
        <StatefulField<SecretValue> initial={{ is: 'kept' }}>
          {(bound) => <SecretField label="Kept" {...bound} />}
        </StatefulField>
        <StatefulField<SecretValue> initial={{ is: 'typed', text: 'correct horse' }}>
          {(bound) => <SecretField label="Just typed" {...bound} />}
        </StatefulField>
        <StatefulField<SecretValue> initial={{ is: 'typed', text: '' }}>
          {(bound) => <SecretField label="Required token" isRequired error={required} {...bound} />}
        </StatefulField>
        <SecretField label="Read-only token" value={{ is: 'kept' }} onChange={nothing} isReadOnly />
      </Column>
    ),
    Numbers: () => (
      <Column>
        <StatefulField<number | null> initial={443}>
          {(bound) => <NumberField label="Port" max={65535} {...bound} />}
        </StatefulField>
        <StatefulField<number | null> initial={99.5}>
          {(bound) => <NumberField label="Share" unit="%" {...bound} />}
        </StatefulField>
        <StatefulField<number | null> initial={Number.NaN}>
          {(bound) => <NumberField label="No number" error="This field must be a number" {...bound} />}
        </StatefulField>
        <StatefulField initial="512Mi">
          {(bound) => <AmountField label="Memory" set={bytes} {...bound} />}
        </StatefulField>
        <StatefulField initial="250m">
          {(bound) => <AmountField label="Processor" set={millicores} {...bound} />}
        </StatefulField>
        <StatefulField initial="90m">{(bound) => <DurationField label="Timeout" {...bound} />}</StatefulField>
        <AmountField label="Read-only memory" set={bytes} value="2Gi" onChange={nothing} isReadOnly />
      </Column>
    ),
    Choices: () => (
      <Column>
        <StatefulField initial="">
          {(bound) => <SelectField label="Severity" options={severities} {...bound} />}
        </StatefulField>
        <StatefulField initial="">
          {(bound) => (
            <SelectField label="Required choice" options={severities} isRequired error={required} {...bound} />
          )}
        </StatefulField>
        <SelectField label="Read-only choice" options={severities} value="high" onChange={nothing} isReadOnly />
        <StatefulField<Choice | null> initial={null}>
          {(bound) => <ComboField label="City" find={find} placeholder="Search cities" {...bound} />}
        </StatefulField>
        <StatefulField initial="@every 5m">{(bound) => <ScheduleField label="Schedule" {...bound} />}</StatefulField>
        <StatefulField initial="POST">
          {(bound) => <RadioField label="Method" options={methods} {...bound} />}
        </StatefulField>
        <RadioField label="Read-only method" options={methods} value="GET" onChange={nothing} isReadOnly />
        <StatefulField<readonly string[]> initial={['GET', 'PUT']}>
          {(bound) => <CheckboxesField label="Allowed methods" options={methods} {...bound} />}
        </StatefulField>
        <StatefulField<boolean> initial>
          {(bound) => <ToggleField label="Skip TLS checks" help="Do not use in production." {...bound} />}
        </StatefulField>
        <StatefulField<boolean> initial>
          {(bound) => <ToggleField kind="switch" label="Send resolved notifications too" {...bound} />}
        </StatefulField>
        <StatefulField initial={false}>
          {(bound) => <ToggleField label="I have read it" error={required} {...bound} />}
        </StatefulField>
        <ToggleField kind="switch" label="Read-only switch" value onChange={nothing} isReadOnly />
      </Column>
    ),
    'Labels and named values': () => (
      <Column>
        <StatefulField<LabelValues> initial={{}}>
          {(bound) => <LabelsField label="No labels" {...bound} />}
        </StatefulField>
        <StatefulField<LabelValues>
          initial={{
            env: 'prod',
            team: 'payments',
            'app.kubernetes.io/managed-by':
              'a-rather-long-operator-name-that-has-to-be-cut-off-somewhere-on-small-screens',
          }}
        >
          {(bound) => <LabelsField label="Labels" help="Several can be pasted at once." {...bound} />}
        </StatefulField>
        <LabelsField label="Read-only labels" value={{ env: 'prod' }} onChange={nothing} isReadOnly />
        <StatefulField<readonly KeyValue[]>
          initial={[
            { name: 'Accept', value: 'application/json' },
            { name: 'Authorization', valueFrom: { secretKeyRef: { name: 'prometheus', key: 'token' } } },
            { name: 'X-Region', valueFrom: { configMapKeyRef: { name: 'cluster', key: 'region' } } },
          ]}
        >
          {(bound) => <KeyValuesField label="Headers" {...bound} />}
        </StatefulField>
        <StatefulField<readonly KeyValue[]> initial={[]}>
          {(bound) => <KeyValuesField label="No parameters" isPlain isRequired error={required} {...bound} />}
        </StatefulField>
        <StatefulField<ValueSource> initial={{ value: '' }}>
          {(bound) => <SourceField label="User name" error={required} isRequired {...bound} />}
        </StatefulField>
      </Column>
    ),
    'Moments and files': () => (
      <Column>
        <StatefulField initial="">
          {(bound) => (
            <DateTimeField label="Until" help="Empty means for ever." parse={parse} format={format} {...bound} />
          )}
        </StatefulField>
        <StatefulField initial="some day">
          {(bound) => (
            <DateTimeField
              label="Invalid date"
              error="This is not a valid date."
              parse={parse}
              format={format}
              {...bound}
            />
          )}
        </StatefulField>
        <StatefulField<JsonFile | null> initial={null}>
          {(bound) => <JsonFileField label="Account key" help="The JSON file, as downloaded." {...bound} />}
        </StatefulField>
      </Column>
    ),
  },
  apart: {
    'A mention': () => <Mentioning answer={findPeople} />,
    'A mention that could not be searched for': () => (
      <Mentioning answer={() => Promise.reject(new Error('The server is not available.'))} />
    ),
    'Resource search': () => (
      <Column>
        <StatefulField<FoundResource | null> initial={null}>
          {(bound) => (
            <ResourceSearchField
              label="Resource"
              find={async (text) => ({
                check: [{ value: 'c', label: `${text}-api` }],
                component: [{ value: 'p', label: `${text} service` }],
                config: [{ value: 'k', label: `${text}-deployment`, hint: 'Kubernetes::Deployment' }],
              })}
              {...bound}
            />
          )}
        </StatefulField>
      </Column>
    ),
  },
} satisfies Exhibit
