import { useWatch } from 'react-hook-form'
import { z } from 'zod/mini'
import type { KnownArgs } from '@/commands/command'
import { findCommand, describeCall } from '@/commands/registry'
import { LAST_RECORDING_ID, type Macro, findMacro } from '@/commands/stores/macro-store'
import { Bind } from '@/ui/form/bind'
import { TextField } from '@/ui/form/fields/text'
import { ToggleField } from '@/ui/form/fields/toggle'
import { commandForm } from '../../shared/forms/command-form'
import { listPromptableArguments, toMacroContents, toStepValues, type StepValues } from './macro-values'
import css from './macros.module.css'

type MacroFormValues = { name: string; steps: StepValues[] }

const schema = z.object({
  name: z.string().check(z.trim(), z.minLength(1, 'A name is required'), z.maxLength(80)),
  steps: z
    .array(z.object({ place: z.int(), call: z.string(), isKept: z.boolean(), asks: z.record(z.string(), z.boolean()) }))
    .check(z.refine((steps) => steps.some(({ isKept }) => isKept), 'Keep at least one step')),
})

/** The form of a macro: its name, the steps to keep, and the arguments to ask for each time. */
const macroForm = (title: string, macroIn: (known: KnownArgs) => Macro | undefined) =>
  commandForm({
    title: () => title,
    label: 'Macro',
    closed: (_, known) =>
      macroIn(known) ? undefined : { tone: 'empty', title: 'Nothing to save', text: 'Record a macro first.' },
    initial: (_, known) => {
      const macro = macroIn(known)
      return {
        name: macro && macro.id !== LAST_RECORDING_ID ? macro.name : '',
        steps: macro ? toStepValues(macro, findCommand) : [],
      }
    },
    fields: () => (
      <>
        <Bind<string> name="name">
          {(bound) => <TextField label="Name" isRequired placeholder="Silence and notify the team" {...bound} />}
        </Bind>
        <Steps />
      </>
    ),
    schema: schema as unknown as z.ZodMiniType<Record<string, unknown>, Record<string, unknown>>,
    write(values) {
      const { name, steps } = values as MacroFormValues
      return { name, contents: JSON.stringify(toMacroContents(steps)) }
    },
    submitLabel: 'Save macro',
    busyLabel: 'Saving…',
  })

export const SaveMacro = macroForm('Save the last recording', () => findMacro(LAST_RECORDING_ID))
export const EditMacro = macroForm('Edit macro', (known) => findMacro(String(known['macro'])))

function Steps() {
  const steps = useWatch<MacroFormValues, 'steps'>({ name: 'steps' })
  return (
    <div role="group" aria-label="Steps">
      {steps.map(({ place, call, isKept }, at) => (
        <div key={place} className={css.step}>
          <Bind<boolean> name={`steps.${at}.isKept`}>
            {(bound) => <ToggleField label={`${at + 1}. ${describeCall(call)}`} {...bound} />}
          </Bind>
          {isKept && (
            <div className={css.asks}>
              {listPromptableArguments(call, findCommand).map(({ name, slot, written }) => (
                <Bind<boolean> key={name} name={`steps.${at}.asks.${name}`}>
                  {(bound) => (
                    <ToggleField
                      label={`Ask each time: ${slot.label.toLowerCase()}${written === '' ? '' : ` (${written})`}`}
                      {...bound}
                    />
                  )}
                </Bind>
              ))}
            </div>
          )}
        </div>
      ))}
    </div>
  )
}
