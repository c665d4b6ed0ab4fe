import type { KnownArgs } from '@/commands/command'
import { findCommand, describeCall } from '@/commands/registry'
import { LAST_RECORDING_ID, type Macro, findMacro } from '@/commands/stores/macro-store'
import type { FormDescription, FormGroup, FormValues } from '@/shared/forms/form-description'
import { commandForm } from '../../shared/forms/command-form'
import { listPromptableArguments, toMacroContents, type StepValues } from './macro-values'

/** The form of a macro: its name, the steps to keep, and the arguments to ask for each time. */
const macroForm = (title: string, macroIn: (known: KnownArgs) => Macro | undefined) =>
  commandForm({
    title: () => title,
    label: 'Macro',
    closed: (_, known) =>
      macroIn(known) ? undefined : { tone: 'empty', title: 'Nothing to save', text: 'Record a macro first.' },
    fields: (_, known) => {
      const macro = macroIn(known)
      return macro ? macroFields(macro) : []
    },
    toArgs: (values) => ({ name: String(values['name']), contents: toMacroContents(stepsIn(values)) }),
    submitLabel: 'Save macro',
    busyLabel: 'Saving…',
  })

export const SaveMacro = macroForm('Save the last recording', () => findMacro(LAST_RECORDING_ID))
export const EditMacro = macroForm('Edit macro', (known) => findMacro(String(known['macro'])))

const macroFields = ({ id, name, steps, asks }: Macro): FormDescription => [
  {
    type: 'text',
    name: 'name',
    label: 'Name',
    isRequired: true,
    requiredMessage: 'A name is required',
    maxLength: 80,
    placeholder: 'Silence and notify the team',
    initial: id === LAST_RECORDING_ID ? '' : name,
  },
  {
    type: 'group',
    key: 'steps',
    label: 'Steps',
    fields: steps.map((call, step) => stepFields(call, step, asks)),
  },
]

/** The fields of a step. The names of its arguments follow its index, so that they form one value. */
const stepFields = (call: string, step: number, asks: Macro['asks']): FormGroup => ({
  type: 'group',
  key: String(step),
  layout: 'divided',
  fields: [
    { type: 'hidden', name: `steps.${step}.call`, label: 'Call', initial: call },
    {
      type: 'checkbox',
      name: `steps.${step}.isKept`,
      label: `${step + 1}. ${describeCall(call)}`,
      initial: true,
      ...(step === 0 && { validate: (_, values) => findStepsError(values) }),
    },
    {
      type: 'group',
      key: 'asks',
      layout: 'indented',
      when: { field: `steps.${step}.isKept`, is: [true] },
      fields: listPromptableArguments(call, findCommand).map(({ name, slot, written }) => ({
        type: 'checkbox',
        name: `steps.${step}.asks.${name}`,
        label: `Ask each time: ${slot.label.toLowerCase()}${written === '' ? '' : ` (${written})`}`,
        initial: asks.some((ask) => ask.step === step && ask.slot === name),
      })),
    },
  ],
})

const findStepsError = (values: FormValues) =>
  stepsIn(values).some(({ isKept }) => isKept) ? undefined : 'Keep at least one step'

const stepsIn = ({ steps }: FormValues) => Object.values(steps as Record<string, StepValues>)
