import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { type Command, titleOf } from '../../commands/command'
import { type Context, mayLookAt } from '../../commands/context'
import { offerOf, type Plan } from '../../commands/prepare'
import { commands as allCommands } from '../../commands/every-command'
import { isDisabled } from '../../lib/flags'
import { Overlay } from '../../ui/overlay'
import { useConsole } from '../shell/console'
import { Place } from '../shell/commands/place'
import { Confirm } from './confirm'
import { askingOf } from './flow'
import type { Held } from './load'
import { forgetClosed, justClosed, rememberClosed } from './reopen'
import { Search } from './search'
import { sources as allSources } from './sources/registry'
import type { Here, Source } from './sources/source'
import { backward, type Stage, type State, viewOf } from './state'
import { textAt } from './step'

export type PaletteRequest = {
  /** The context when the palette opened; it does not change while the palette is open. */
  context: Context
  /** The character of the source to which the search is limited initially. */
  mode?: string
  /** The initial text of the input. */
  query?: string
  /** The keys pressed before the palette has focus. */
  held?: Held
  /** The prompt or confirmation to show first; without it, the palette searches. */
  plan?: Extract<Plan, { step: 'ask' | 'confirm' }>
}

export type PaletteProps = PaletteRequest & {
  onClose: () => void
  /** Performs a call after the dialog has closed and returned focus. */
  onRun: (call: string, confirmed?: true) => void
  /** Performs a call while the dialog stays open. */
  onStay: (call: string, confirmed?: true) => void
  sources?: readonly Source[]
  commands?: readonly Command[]
}

/** The command palette: searches commands and resources, prompts for missing arguments, and previews the effect. */
export function Palette({
  onClose,
  onRun,
  onStay,
  sources: given = allSources,
  commands = allCommands,
  ...request
}: PaletteProps) {
  const { context, held } = request
  const path = context.places
  const { keys } = useConsole()
  const [sources] = useState(() => given.filter((source) => isOffered(source, context, commands)))
  const [state, setState] = useState(() => begin(request, sources))
  const [here] = useState((): Here => {
    const byId = new Map(commands.map((command) => [command.id, command]))
    const modes = sources.filter(({ id }) => id !== 'keys')
    return { commands, find: (id) => byId.get(id), context, path, keys, modes }
  })
  const latest = useRef(state)
  const hasRun = useRef(false)
  useEffect(() => {
    latest.current = state
  })
  // Discards the held keys of a confirmation: the user pressed them before the confirmation was visible.
  useLayoutEffect(() => void held?.take(), [held])
  useEffect(
    () => () => {
      if (hasRun.current) forgetClosed()
      else rememberClosed(latest.current, Date.now())
    },
    []
  )

  const run = (call: string, confirmed?: true) => {
    hasRun.current = true
    onRun(call, confirmed)
  }
  const { stage } = state
  /** Returns to the previous step, or closes the palette if there is none. */
  const back = () => {
    const before = backward(state)
    if (before) setState(before)
    else onClose()
  }
  const label = stage.is === 'confirm' ? titleOf(stage.plan.command, stage.plan.known) : 'Command palette'
  const finder = useMemo(() => ({ here, sources }), [here, sources])
  return (
    <Overlay
      label={label}
      size={stage.is === 'confirm' ? 'medium' : 'large'}
      onClose={stage.is === 'confirm' ? back : onClose}
    >
      <Place scope="palette">
        {stage.is === 'confirm' ? (
          <Confirm
            plan={stage.plan}
            onCancel={back}
            onRun={(call) => {
              if (!stage.stays) return run(call, true)
              setState(state.behind[0] ? { ...state.behind[0], behind: [] } : state)
              onStay(call, true)
            }}
          />
        ) : (
          <Search
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

/** Whether the feature of a source is on, its area is readable, and the command of its rows is available. */
function isOffered({ feature, area, runs }: Source, context: Context, commands: readonly Command[]): boolean {
  if (feature !== undefined && isDisabled(context.flags, feature)) return false
  if (area !== undefined && !mayLookAt(context, area)) return false
  const command = commands.find(({ id }) => id === runs)
  return runs === undefined || (command !== undefined && offerOf(command, context) === true)
}

function begin({ plan, mode, query }: PaletteRequest, sources: readonly Source[]): State {
  if (plan?.step === 'confirm') return { ...viewOf({ is: 'confirm', plan }), behind: [] }
  if (plan?.step === 'ask') {
    const prompt = askingOf(plan)
    return { ...viewOf({ is: 'ask', prompt }, query ?? textAt(prompt)), behind: [] }
  }
  const closed = mode === undefined && query === undefined ? justClosed(Date.now()) : undefined
  const source = sources.find(({ characters }) => mode !== undefined && characters.includes(mode))
  const stage: Stage = source ? { is: 'find', mode: source.id } : { is: 'find' }
  return { ...(closed ?? viewOf(stage, query)), behind: [] }
}
