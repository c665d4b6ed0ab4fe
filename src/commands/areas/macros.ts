import { z } from 'zod/mini'
import { formatCount } from '../../lib/format'
import { type Command, command, kinds, type Offer, type Option, type Slot } from '../command'
import type { Context } from '../context'
import { lazyRuns } from '../lazy-runs'
import { jsonField, targets, textField } from '../slots'
import { namesOf } from '../names'
import { recording } from '../stores/recording'
import { LAST, type Macro, macroOf, macros } from '../stores/macro-store'

const runs = lazyRuns(() => import('./macros.runs'))
const group = 'Macros'

/** Macros make changes only through the commands in their steps, each with its own permission check. */
const toUse = (context: Context) => !context.isReadOnly
const hasNamed = (context: Context) => toUse(context) && macros.get().length > 0

/**
 * Without any macro, replay is not offered. The key of the last recording is refused with the reason if there is none.
 */
function toReplay(context: Context, { macro }: { macro?: string | undefined }): Offer {
  if (!toUse(context)) return false
  if (macro === LAST && !macroOf(LAST)) return 'There is no recording. Record a macro first.'
  if (macros.get().length === 0 && !macroOf(LAST)) return false
  return recording.get() ? 'Stop recording first.' : true
}

const optionOf = ({ id, name, steps }: Macro): Option<string> => ({
  value: id,
  label: name,
  hint: formatCount(steps.length, 'step'),
})

const macroSlot = (withLast: boolean): Slot<string> => ({
  label: 'Macro',
  schema: z.string().check(z.minLength(1)),
  write: (id) => id,
  display: (id) => macroOf(id)?.name ?? 'Deleted macro',
  options: {
    from: 'list',
    list: () => [...(withLast ? [macroOf(LAST)] : []), ...macros.get()].flatMap((one) => (one ? [optionOf(one)] : [])),
  },
})

function nameOfMacro(id: string | undefined): string {
  if (id === LAST) return 'the last recording'
  const found = id === undefined ? undefined : macroOf(id)
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

export const macroCommands: readonly Command[] = [
  command({
    id: 'macro.record',
    title: 'Start or stop recording a macro',
    group,
    keywords: 'record macro begin end steps automate repeat',
    available: toUse,
    effect: 'view',
    run: runs((module) => module.record),
  }),
  command({
    id: 'macro.replay',
    title: ({ macro }) => `Replay ${nameOfMacro(macro)}`,
    group,
    keywords: 'macro run play again steps many each',
    slots: {
      things: targets(...kinds),
      macro: macroSlot(true),
      /** Arguments prompted for at each replay, by `step:slot`. */
      values: jsonField('Arguments', z.record(z.string(), z.string()), { isOptional: true }),
      /** The number of calls already completed. */
      from: jsonField('From', z.int().check(z.gte(0)), { isOptional: true }),
    },
    available: toReplay,
    effect: 'change',
    undo: 'none',
    opens: 'form',
    preview: ({ things, macro }) => `Replays ${nameOfMacro(macro)} for ${namesOf(things)}.`,
    verb: ({ macro }) => `Replay ${nameOfMacro(macro)}`,
    run: runs((module) => module.replay),
  }),
  command({
    id: 'macro.save',
    title: 'Save the last recording as a macro',
    group,
    keywords: 'macro name keep store recording',
    slots: { name, contents },
    available: (context) => toUse(context) && macroOf(LAST) !== undefined,
    effect: 'change',
    undo: 'inverse',
    opens: 'form',
    preview: ({ name: given }) => `Saves the last recording as “${given}”.`,
    run: runs((module) => module.save),
  }),
  command({
    id: 'macro.edit',
    title: ({ macro }) => `Edit ${nameOfMacro(macro)}`,
    group,
    keywords: 'macro change rename parameters arguments steps',
    slots: { macro: macroSlot(false), name, contents },
    available: hasNamed,
    effect: 'change',
    undo: 'inverse',
    opens: 'form',
    preview: ({ macro }) => `Changes ${nameOfMacro(macro)}.`,
    run: runs((module) => module.edit),
  }),
  command({
    id: 'macro.remove',
    title: ({ macro }) => `Remove ${nameOfMacro(macro)}`,
    group,
    keywords: 'macro delete forget',
    slots: { macro: macroSlot(false) },
    available: hasNamed,
    effect: 'change',
    undo: 'inverse',
    preview: ({ macro }) => `Removes ${nameOfMacro(macro)}. Changes it made are kept.`,
    run: runs((module) => module.remove),
  }),
]
