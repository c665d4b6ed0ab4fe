import { useWatch } from 'react-hook-form'
import { z } from 'zod/mini'
import { type Stored, storedRow } from '../../../../api/incident'
import type { Known, Target } from '../../../../commands/command'
import { presetsFor, resultOf, type ScriptSubject, variablesFor } from '../../../../lib/done-scripts'
import { asSentence, formatNames } from '../../../../lib/format'
import { Bind } from '../../../../ui/form/bind'
import { RadioField } from '../../../../ui/form/fields/choices'
import { TextAreaField } from '../../../../ui/form/fields/text'
import { commandForm } from '../../../shell/forms/command-form'

const BY_HAND = 'hand'
const OWN = 'own'

export type ScriptValues = {
  /** `BY_HAND`, `OWN`, or a script that is often wanted. */
  when: string
  own: string
}

type Row = Stored['evidences']

/** What the form begins with: as it is, and for what has no script yet the likeliest one. */
export function valuesOf(row: Row): ScriptValues {
  const script = row.script ?? ''
  const [first] = presetsFor(row)
  if (script === '') return { when: row.definition_of_done || !first ? BY_HAND : first.script, own: '' }
  const isKnown = presetsFor(row).some((one) => one.script === script)
  return { when: isKnown ? script : OWN, own: script }
}

/** The script that is meant; empty: none. */
export const scriptOf = ({ when, own }: ScriptValues): string =>
  when === BY_HAND ? '' : when === OWN ? own.trim() : when

export const scriptValues = z.custom<ScriptValues>().check(
  z.superRefine((values, context) => {
    if (values.when === OWN && values.own.trim() === '')
      context.addIssue({ code: 'custom', path: ['own'], message: 'An expression is needed' })
  })
)

const evidenceIn = ({ evidence }: Known) => (evidence as readonly Target[] | undefined)?.[0]

/** When a part of the definition of done is done: as a script says, or somebody. */
export const ScriptForm = commandForm({
  title: (known) => `When is “${evidenceIn(known)?.label ?? 'this'}” done?`,
  description: () => 'It is a part of the definition of done: the incident is over only when it is done.',
  label: 'Script',
  query: (known) => storedRow('evidences', evidenceIn(known)?.id ?? ''),
  what: 'the evidence',
  initial: valuesOf,
  fields: (row) => <Fields row={row} />,
  schema: scriptValues,
  write: (values) => ({ script: scriptOf(values as ScriptValues) }),
  submitLabel: 'Save',
  busyLabel: 'Saving…',
})

function Fields({ row }: { row: Row }) {
  const when = useWatch<ScriptValues, 'when'>({ name: 'when' })
  const options = [
    ...presetsFor(row).map(({ words, script }) => ({ value: script, label: `When ${words}` })),
    { value: OWN, label: 'When an expression of your own gives true' },
    { value: BY_HAND, label: 'When somebody ticks it' },
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
                : 'The server looks by itself, and takes the tick away when it is not so any more.'
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
              help={helpOf(row)}
              {...bound}
            />
          )}
        </Bind>
      )}
    </>
  )
}

/** What an expression can ask here, and what the present one has said. */
function helpOf(row: ScriptSubject & Pick<Row, 'script_result'>): string {
  const variables = variablesFor(row)
  const said = resultOf(row)
  return [
    'In CEL; it gives true or false.',
    variables.length === 0
      ? 'Of this evidence it knows nothing: only of checks, components, config items, insights and changes.'
      : `It sees ${formatNames(variables.map(({ name }) => name))} as the API has ${variables.length === 1 ? 'it' : 'them'}, for example ${formatNames(variables.map(({ example }) => example))}.`,
    said.is === 'failed' ? `The present one cannot tell: ${asSentence(said.words)}` : '',
  ]
    .filter(Boolean)
    .join(' ')
}
