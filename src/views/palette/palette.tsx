import { useQuery } from '@tanstack/react-query'
import { useLayoutEffect, useMemo, useRef, useState } from 'react'
import { catalog } from '@/api/catalog/catalog'
import type { Call, Command } from '../../commands/command'
import { type CommandContext, mayRead } from '../../commands/context'
import { commandAvailability, type CallPlan } from '../../commands/prepare'
import { listCommandsAt } from '../../commands/every-command'
import { isDisabled } from '@/shared/access/flags'
import { useUnmount } from '../../ui/hooks'
import { Overlay } from '../../ui/overlay'
import { useConsole } from '../shared/console'
import { Place } from '../shared/commands/place'
import { Confirm, CONFIRM_TEXT, confirmTitle } from './confirm'
import { toPrompt } from './prompt'
import type { HeldKeys } from '@/keymap/held-keys'
import { forgetClosed, recallClosed, rememberClosed } from './closed-search'
import { PaletteSearch } from './palette-search'
import { paletteSources as allSources } from './sources/registry'
import type { OpeningContext, PaletteSource } from './sources/source'
import { typeSource } from './sources/types.source'
import { popView, type PaletteStage, type PaletteState, createView } from './palette-state'
import { initialText } from './step-items'

export type PaletteRequest = {
  /** The context when the palette opened; it does not change while the palette is open. */
  context: CommandContext
  /** The character of the source to which the search is limited initially. */
  mode?: string
  /** The initial text of the input. */
  query?: string
  /** The keys pressed before the palette has focus. */
  held?: HeldKeys
  /** The prompt or confirmation to show first; without it, the palette searches. */
  plan?: Extract<CallPlan, { step: 'ask' | 'confirm' }>
}

export type PaletteProps = PaletteRequest & {
  onClose: () => void
  /** Performs a call after the dialog has closed and returned focus. */
  onRun: (call: Call, confirmed?: true) => void
  /** Performs a call while the dialog stays open. */
  onStay: (call: Call, confirmed?: true) => void
  sources?: readonly PaletteSource[]
  commands?: readonly Command[]
}

/** The command palette: searches commands and resources, prompts for missing arguments, and previews the effect. */
export function Palette({
  onClose,
  onRun,
  onStay,
  sources: given = allSources,
  commands: givenCommands,
  ...request
}: PaletteProps) {
  const { context, held } = request
  const [commands] = useState(() => givenCommands ?? listCommandsAt(context.path))
  const path = context.places
  const { keys } = useConsole()
  const [sources] = useState(() => given.filter((source) => isOffered(source, context, commands)))
  const [state, setState] = useState(() => begin(request, sources))
  const [here] = useState((): OpeningContext => {
    const byId = new Map(commands.map((command) => [command.id, command]))
    const modes = sources.filter(({ id }) => id !== 'keys')
    return { commands, find: (id) => byId.get(id), context, path, keys, modes }
  })
  const hasRun = useRef(false)
  // Discards the held keys of a confirmation: the user pressed them before the confirmation was visible.
  useLayoutEffect(() => void held?.take(), [held])
  useUnmount(() => {
    if (hasRun.current) forgetClosed()
    else rememberClosed(state, Date.now())
  })

  const run = (call: Call, confirmed?: true) => {
    hasRun.current = true
    onRun(call, confirmed)
  }
  const { stage } = state
  /** Returns to the previous step, or closes the palette if there is none. */
  const back = () => {
    const before = popView(state)
    if (before) setState(before)
    else onClose()
  }
  const label = stage.is === 'confirm' ? confirmTitle(stage.plan) : 'Search and commands'
  const types = useTypeSources(sources)
  const finder = useMemo(() => ({ here, sources: [...sources, ...types] }), [here, sources, types])
  return (
    <Overlay
      label={label}
      {...(stage.is === 'confirm'
        ? { role: 'alertdialog', describedBy: CONFIRM_TEXT, size: 'medium' }
        : { size: 'large' })}
      onClose={stage.is === 'confirm' ? back : onClose}
    >
      <Place scope="palette">
        {stage.is === 'confirm' ? (
          <Confirm
            plan={stage.plan}
            onCancel={back}
            onRun={(call) => {
              if (!stage.stays) return run(call, true)
              setState(state.previousViews[0] ? { ...state.previousViews[0], previousViews: [] } : state)
              onStay(call, true)
            }}
          />
        ) : (
          <PaletteSearch
            {...finder}
            held={held}
            state={state}
            onState={setState}
            onClose={onClose}
            onRun={run}
            onStay={onStay}
          />
        )}
      </Place>
    </Overlay>
  )
}

/** The sources of the types of config items, once the types are loaded. */
function useTypeSources(sources: readonly PaletteSource[]): readonly PaletteSource[] {
  const isSearched = sources.some(({ id }) => id === 'types')
  const { data } = useQuery({ ...catalog.types(), enabled: isSearched })
  return useMemo(() => (data ?? []).map(({ value }) => typeSource(value)), [data])
}

/** Whether the feature of a source is on, its area is readable, and the command of its rows is available. */
function isOffered(
  { feature, area, commandId }: PaletteSource,
  context: CommandContext,
  commands: readonly Command[]
): boolean {
  if (feature !== undefined && isDisabled(context.flags, feature)) return false
  if (area !== undefined && !mayRead(context, area)) return false
  const command = commands.find(({ id }) => id === commandId)
  return commandId === undefined || (command !== undefined && commandAvailability(command, context) === true)
}

function begin({ plan, mode, query }: PaletteRequest, sources: readonly PaletteSource[]): PaletteState {
  if (plan?.step === 'confirm') return { ...createView({ is: 'confirm', plan }), previousViews: [] }
  if (plan?.step === 'ask') {
    const prompt = toPrompt(plan)
    return { ...createView({ is: 'ask', prompt }, query ?? initialText(prompt)), previousViews: [] }
  }
  const closed = mode === undefined && query === undefined ? recallClosed(Date.now()) : undefined
  const source = sources.find(({ characters }) => mode !== undefined && characters.includes(mode))
  const stage: PaletteStage = source ? { is: 'find', mode: source.id } : { is: 'find' }
  return { ...(closed ?? createView(stage, query)), previousViews: [] }
}
