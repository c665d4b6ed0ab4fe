import { storedRow } from '@/api/incidents/incident'
import type { StoredRows } from '@/api/incidents/incident-rows'
import type { KnownArgs, Target } from '@/commands/command'
import { presetsFor, readScriptResult, type ScriptSubject, variablesFor } from '@/lib/incidents/done-scripts'
import type { FormDescription } from '@/shared/forms/form-description'
import { asSentence, formatNames } from '@/shared/format'
import { commandForm } from '@/views/shared/forms/command-form'

const BY_HAND = 'hand'
const OWN = 'own'

type ScriptValues = {
  /** `BY_HAND`, `OWN`, or a preset script. */
  when: string
  own: string
}

type Row = StoredRows['evidences']

/** The initial values: the current script; for evidence that has none, the first preset. */
function initialScriptValues(row: Row): ScriptValues {
  const script = row.script ?? ''
  const [first] = presetsFor(row)
  if (script === '') return { when: row.definition_of_done || !first ? BY_HAND : first.script, own: '' }
  const isKnown = presetsFor(row).some((one) => one.script === script)
  return { when: isKnown ? script : OWN, own: script }
}

/** The script to store; empty for none. */
const chosenScript = ({ when, own = '' }: Pick<ScriptValues, 'when'> & Partial<ScriptValues>): string =>
  when === BY_HAND ? '' : when === OWN ? own.trim() : when

const evidenceIn = ({ evidence }: KnownArgs) => (evidence as readonly Target[] | undefined)?.[0]

/** Sets the condition of an item: a script, or none for a manual item. */
const ScriptForm = commandForm({
  title: (known) => `When is “${evidenceIn(known)?.label ?? 'this'}” done?`,
  description: () => 'Part of the definition of done: must be done before the incident is over.',
  label: 'Script',
  query: (known) => storedRow('evidences', evidenceIn(known)?.id ?? ''),
  what: 'the evidence',
  fields: scriptFields,
  values: initialScriptValues,
  toArgs: (values) => ({ script: chosenScript(values as ScriptValues) }),
  submitLabel: 'Save',
  busyLabel: 'Saving…',
})

function scriptFields(row: Row): FormDescription {
  const options = [
    ...presetsFor(row).map(({ words, script }) => ({ value: script, label: `When ${words}` })),
    { value: OWN, label: 'When a custom expression returns true' },
    { value: BY_HAND, label: 'When marked as done manually' },
  ]
  return [
    {
      type: 'radio',
      name: 'when',
      label: 'Done',
      options,
      help: ({ when }) =>
        when === BY_HAND
          ? undefined
          : 'The server checks the condition, and marks the item as not done when it is no longer met.',
    },
    {
      type: 'textarea',
      name: 'own',
      label: 'Expression',
      isRequired: true,
      requiredMessage: 'Enter an expression',
      isMono: true,
      placeholder: "check.status == 'healthy'",
      help: describeVariables(row),
      when: { field: 'when', is: [OWN] },
    },
  ]
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
