import { z } from 'zod/mini'
import { formatCount } from '@/shared/format'
import { defineCommand, kinds, type Availability, type SlotOption, type Slot } from '../command'
import type { CommandContext } from '../context'
import { lazyFunctions } from '../lazy-functions'
import { jsonField, targetsSlot, textField } from '../slots'
import { formatTargetNames } from '../target-names'
import { recordedSteps } from '../stores/recording'
import { LAST_RECORDING_ID, type Macro, findMacro, macros } from '../stores/macro-store'
import { defineCommands } from '../registry'

const runs = lazyFunctions(() => import('./macros.runs'))
const group = 'Macros'

/** Macros make changes only through the commands in their steps, each with its own permission check. */
const macroAvailability = (context: CommandContext) => !context.isReadOnly
const hasNamed = (context: CommandContext) => macroAvailability(context) && macros.get().length > 0

/**
 * Without any macro, replay is not offered. The key of the last recording is refused with the reason if there is none.
 */
function replayAvailability(context: CommandContext, { macro }: { macro?: string | undefined }): Availability {
  if (!macroAvailability(context)) return false
  if (macro === LAST_RECORDING_ID && !findMacro(LAST_RECORDING_ID))
    return 'There is no recording. Record a macro first.'
  if (macros.get().length === 0 && !findMacro(LAST_RECORDING_ID)) return false
  return recordedSteps.get() ? 'Stop recording first.' : true
}

const toMacroOption = ({ id, name, steps }: Macro): SlotOption<string> => ({
  value: id,
  label: name,
  hint: formatCount(steps.length, 'step'),
})

const macroSlot = (withLast: boolean): Slot<string> => ({
  label: 'Macro',
  schema: z.string().check(z.minLength(1)),
  write: (id) => id,
  display: (id) => findMacro(id)?.name ?? 'Deleted macro',
  options: {
    from: 'list',
    list: () =>
      [...(withLast ? [findMacro(LAST_RECORDING_ID)] : []), ...macros.get()].flatMap((one) =>
        one ? [toMacroOption(one)] : []
      ),
  },
})

function describeMacro(id: string | undefined): string {
  if (id === LAST_RECORDING_ID) return 'the last recording'
  const found = id === undefined ? undefined : findMacro(id)
  return found ? `“${found.name}”` : 'macro'
}

/** The contents of a macro's form, without the name: the steps, and the arguments prompted for at each replay. */
const contents = jsonField(
  'Steps',
  z.object({
    steps: z.array(z.string()).check(z.minLength(1, 'A macro has at least one step')),
    asks: z.array(z.object({ step: z.int(), slot: z.string() })),
  })
)
const name = textField('Name', z.string().check(z.trim(), z.minLength(1, 'Enter a name'), z.maxLength(80)))

export const macroCommands = defineCommands([
  defineCommand({
    id: 'macro.record',
    title: 'Start or stop recording a macro',
    group,
    keywords: 'record macro begin end steps automate repeat',
    available: macroAvailability,
    effect: 'view',
    isUnlinkable: true,
    run: runs((module) => module.toggleRecording),
  }),
  defineCommand({
    id: 'macro.replay',
    title: ({ macro }) => `Replay ${describeMacro(macro)}`,
    group,
    keywords: 'macro run play again steps many each',
    slots: {
      things: targetsSlot(...kinds),
      macro: macroSlot(true),
      /** Arguments prompted for at each replay, by `step:slot`. */
      values: jsonField('Arguments', z.record(z.string(), z.string()), { isOptional: true }),
      /** The number of calls already completed. */
      from: jsonField('From', z.int().check(z.gte(0)), { isOptional: true }),
    },
    available: replayAvailability,
    effect: 'change',
    undo: 'none',
    opens: 'form',
    preview: ({ things, macro }) => `Replays ${describeMacro(macro)} for ${formatTargetNames(things)}.`,
    verb: ({ macro }) => `Replay ${describeMacro(macro)}`,
    run: runs((module) => module.replayMacro),
  }),
  defineCommand({
    id: 'macro.save',
    title: 'Save the last recording as a macro',
    group,
    keywords: 'macro name keep store recording',
    slots: { name, contents },
    available: (context) => macroAvailability(context) && findMacro(LAST_RECORDING_ID) !== undefined,
    effect: 'change',
    undo: 'inverse',
    opens: 'form',
    preview: ({ name: given }) => `Saves the last recording as “${given}”.`,
    run: runs((module) => module.saveRecording),
  }),
  defineCommand({
    id: 'macro.edit',
    title: ({ macro }) => `Edit ${describeMacro(macro)}`,
    group,
    keywords: 'macro change rename parameters arguments steps',
    slots: { macro: macroSlot(false), name, contents },
    available: hasNamed,
    effect: 'change',
    undo: 'inverse',
    opens: 'form',
    preview: ({ macro }) => `Changes ${describeMacro(macro)}.`,
    run: runs((module) => module.editMacro),
  }),
  defineCommand({
    id: 'macro.remove',
    title: ({ macro }) => `Remove ${describeMacro(macro)}`,
    group,
    keywords: 'macro delete forget',
    slots: { macro: macroSlot(false) },
    available: hasNamed,
    effect: 'change',
    undo: 'inverse',
    preview: ({ macro }) => `Removes ${describeMacro(macro)}. Changes it made are kept.`,
    run: runs((module) => module.deleteMacro),
  }),
])
