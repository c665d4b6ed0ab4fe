import { useWatch } from 'react-hook-form'
import { z } from 'zod/mini'
import { type StoredRows, storedRow } from '@/api/incidents/incident'
import type { KnownArgs, Target } from '@/commands/command'
import { presetsFor, readScriptResult, type ScriptSubject, variablesFor } from '@/lib/incidents/done-scripts'
import { asSentence, formatNames } from '@/shared/format'
import { Bind } from '@/ui/form/bind'
import { RadioField } from '@/ui/form/fields/choices'
import { TextAreaField } from '@/ui/form/fields/text'
import { commandForm } from '@/views/shared/forms/command-form'

const BY_HAND = 'hand'
const OWN = 'own'

export type ScriptValues = {
  /** `BY_HAND`, `OWN`, or a preset script. */
  when: string
  own: string
}

type Row = StoredRows['evidences']

/** The initial values: the current script; for evidence that has none, the first preset. */
export function initialScriptValues(row: Row): ScriptValues {
  const script = row.script ?? ''
  const [first] = presetsFor(row)
  if (script === '') return { when: row.definition_of_done || !first ? BY_HAND : first.script, own: '' }
  const isKnown = presetsFor(row).some((one) => one.script === script)
  return { when: isKnown ? script : OWN, own: script }
}

/** The script to store; empty for none. */
export const chosenScript = ({ when, own }: ScriptValues): string =>
  when === BY_HAND ? '' : when === OWN ? own.trim() : when

export const scriptValuesSchema = z.custom<ScriptValues>().check(
  z.superRefine((values, context) => {
    if (values.when === OWN && values.own.trim() === '')
      context.addIssue({ code: 'custom', path: ['own'], message: 'Enter an expression' })
  })
)

const evidenceIn = ({ evidence }: KnownArgs) => (evidence as readonly Target[] | undefined)?.[0]

/** Sets the condition of an item: a script, or none for a manual item. */
const ScriptForm = commandForm({
  title: (known) => `When is “${evidenceIn(known)?.label ?? 'this'}” done?`,
  description: () => 'Part of the definition of done: must be done before the incident is over.',
  label: 'Script',
  query: (known) => storedRow('evidences', evidenceIn(known)?.id ?? ''),
  what: 'the evidence',
  initial: initialScriptValues,
  fields: (row) => <Fields row={row} />,
  schema: scriptValuesSchema,
  write: (values) => ({ script: chosenScript(values as ScriptValues) }),
  submitLabel: 'Save',
  busyLabel: 'Saving…',
})

function Fields({ row }: { row: Row }) {
  const when = useWatch<ScriptValues, 'when'>({ name: 'when' })
  const options = [
    ...presetsFor(row).map(({ words, script }) => ({ value: script, label: `When ${words}` })),
    { value: OWN, label: 'When a custom expression returns true' },
    { value: BY_HAND, label: 'When ticked manually' },
  ]
  return (
    <>
      <Bind<string> name="when">
        {(bound) => (
          <RadioField
            label="Done"
            options={options}
            help={
              when === BY_HAND
                ? undefined
                : 'The server checks the condition, and unticks the item when it is no longer met.'
            }
            {...bound}
          />
        )}
      </Bind>
      {when === OWN && (
        <Bind<string> name="own">
          {(bound) => (
            <TextAreaField
              label="Expression"
              isRequired
              isMono
              placeholder="check.status == 'healthy'"
              help={describeVariables(row)}
              {...bound}
            />
          )}
        </Bind>
      )}
    </>
  )
}

/** Describes the variables of an expression, and the error of the current one. */
function describeVariables(row: ScriptSubject & Pick<Row, 'script_result'>): string {
  const variables = variablesFor(row)
  const result = readScriptResult(row)
  return [
    'A CEL expression that returns true or false.',
    variables.length === 0
      ? 'This evidence has no variables: only checks, components, config items, insights and changes have.'
      : `Variables: ${formatNames(variables.map(({ name }) => name))}, with the fields of the API. For example ${formatNames(variables.map(({ example }) => example))}.`,
    result.is === 'failed' ? `The current expression failed: ${asSentence(result.words)}` : '',
  ]
    .filter(Boolean)
    .join(' ')
}

export default ScriptForm
