import type { KnownArgs, Target } from '@/commands/command'
import { buildContext, type CommandContext } from '@/commands/context'
import { expandMacro, explainMacroCall, type ExplainedCall, type MacroValues } from '@/commands/macro'
import { formatTargetNames } from '@/commands/target-names'
import { findCommand } from '@/commands/registry'
import { LAST_RECORDING_ID, findMacro } from '@/commands/stores/macro-store'
import type { FieldDescription } from '@/shared/forms/form-description'
import { formatCount } from '@/shared/format'
import { StatusShape } from '@/ui/status'
import { useConsole } from '../../shared/console'
import { commandForm } from '../../shared/forms/command-form'
import { type MacroPrompt, listMacroPrompts } from './macro-values'
import css from './macros.module.css'

/** The maximum number of listed calls; the rest is shown as a count. */
const MOST_LISTED = 300

const macroIn = (known: KnownArgs) => findMacro(String(known['macro']))
const targetsIn = (known: KnownArgs) => known['things'] as readonly Target[]
const promptsIn = (known: KnownArgs): readonly MacroPrompt[] => {
  const macro = macroIn(known)
  return macro ? listMacroPrompts(macro, findCommand) : []
}

/** Shows the effect of a macro on each resource before any request is sent, and prompts for its arguments. */
const ReplayMacro = commandForm({
  title: (known) => `Replay “${macroIn(known)?.name ?? 'macro'}”`,
  description: (known) => `For ${formatTargetNames(targetsIn(known))}`,
  label: 'Macro',
  closed: (_, known) =>
    macroIn(known)
      ? undefined
      : known['macro'] === LAST_RECORDING_ID
        ? {
            tone: 'empty',
            title: 'No macro recorded yet',
            text: 'Start recording, make a change, and stop. Then you can replay the macro for other resources.',
          }
        : { tone: 'empty', title: 'This macro no longer exists', text: '' },
  fields: (_, known, { environment }) =>
    promptsIn(known).map((prompt) => promptField(prompt, buildContext([], environment))),
  values: (_, known) => {
    const given = (known['values'] ?? {}) as MacroValues
    return Object.fromEntries(promptsIn(known).map(({ name, written }) => [name, given[name] ?? written]))
  },
  after: (_, known, values) => <Calls known={known} values={values as MacroValues} />,
  toArgs: (values) => ({ values }),
  submitLabel: 'Replay',
  busyLabel: 'Replaying…',
})

function promptField({ name, slot, title }: MacroPrompt, context: CommandContext): FieldDescription {
  const label = `${title}: ${slot.label.toLowerCase()}`
  // If the slot accepts any text, the options are only examples.
  if (slot.text !== undefined || slot.options?.from !== 'list')
    return {
      type: 'text',
      name,
      label,
      isRequired: !slot.optional && !slot.schema.safeParse('').success,
      ...(slot.text !== undefined && { help: slot.text }),
    }
  const options = slot.options.list(context, {})
  return {
    type: 'select',
    name,
    label,
    isRequired: true,
    options: options.map((one) => ({ value: slot.write(one.value), label: one.label })),
  }
}

function Calls({ known, values }: { known: KnownArgs; values: MacroValues }) {
  const { environment } = useConsole()
  const macro = macroIn(known)
  if (!macro) return null
  const from = Number(known['from'] ?? 0)
  const calls = expandMacro(macro, targetsIn(known), values)
  const left = calls
    .slice(from)
    .map((call) =>
      explainMacroCall(call, buildContext([{ scope: 'list', target: call.thing }], environment), findCommand)
    )
  const listed = left.slice(0, MOST_LISTED)
  return (
    <>
      <p className={css.summary}>{summariseReplay(left, from, calls.length)}</p>
      {/* Focusable, so that keys can scroll it. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className={css.calls} tabIndex={0} role="region" aria-label="Planned changes">
        <table className={css.table}>
          <thead>
            <tr>
              <th scope="col">Target</th>
              <th scope="col">Change</th>
            </tr>
          </thead>
          <tbody>
            {listed.map(({ place, thing, effect, refusal }) => (
              <tr key={place} data-refused={refusal === undefined ? undefined : true}>
                <th scope="row">
                  <bdi>{thing.label}</bdi>
                </th>
                <td>
                  {effect}
                  {refusal !== undefined && (
                    <span className={css.refusal}>
                      <StatusShape health="unhealthy" /> {refusal}
                    </span>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {left.length > listed.length && (
        <p className={css.more}>{`And ${formatCount(left.length - listed.length, 'more change')}.`}</p>
      )}
    </>
  )
}

/** The number of changes, of refused changes and of changes without undo. */
function summariseReplay(left: readonly ExplainedCall[], done: number, all: number): string {
  const refused = left.filter(({ refusal }) => refusal !== undefined).length
  const final = left.filter(({ isIrrevocable }) => isIrrevocable).length
  return [
    done > 0 ? `${done} of ${all} changes done, ${left.length} left.` : `${formatCount(all, 'change')}, in this order.`,
    refused > 0 && `${refused} would be refused. The replay stops at the first one.`,
    final > 0 && `${final} cannot be undone.`,
  ]
    .filter(Boolean)
    .join(' ')
}

export default ReplayMacro
