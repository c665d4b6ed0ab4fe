import { callTo } from '../../commands/call-to'
import type { Call, Target } from '../../commands/command'
import type { CommandContext } from '../../commands/context'
import { openCall } from '../../commands/shell/navigation.commands'
import { forgetUse, pinnedCalls, togglePin } from '../../commands/stores/palette-usage'
import { announce } from '../../ui/voice'
import { ROWS_PER_PAGE } from './item-search'
import { answerPrompt, findNextStep, previousPrompt, withPartialAnswer } from './prompt'
import { type ItemAction, type PaletteItem, paletteItemKey, writtenItemCall } from './item'
import type { FindCommand, PaletteSource } from './sources/source'
import { popView, pushView, replaceView, type PaletteState, typeText, createView } from './palette-state'
import { initialText } from './step-items'

/**
 * How a row is chosen: by Enter; by Mod+Enter at the first step, which keeps the palette open; or by Tab, which only opens
 * a further step.
 */
export type ChooseMode = 'run' | 'stay' | 'take'

type Session = {
  state: PaletteState
  rows: readonly PaletteItem[]
  current: PaletteItem | undefined
  /** The source to which the search is limited. */
  mode: PaletteSource | undefined
  sources: readonly PaletteSource[]
  context: CommandContext
  find: FindCommand
  /** Shows another step. */
  go(state: PaletteState): void
  /** Updates the current step. */
  show(state: PaletteState): void
  retry(source: string): void
  onClose(): void
  onRun(call: Call): void
  onStay(call: Call): void
  onForget(): void
}

/** The effects of rows, keys and chips. */
export function createController(session: Session) {
  const { state, rows, current, context, go, show, onRun, onStay } = session
  const { stage, text } = state
  const prompt = stage.is === 'ask' ? stage.prompt : undefined

  /** Shows the next step that a call needs, or its confirmation, or runs it. */
  function proceed(call: Call, how: ChooseMode): void {
    const next = findNextStep(call, context, session.find, prompt !== undefined)
    if (next.is === 'ask')
      return go(pushView(state, createView({ is: 'ask', prompt: next.prompt }, initialText(next.prompt))))
    if (how === 'take')
      return go({
        ...typeText(state, current?.title ?? text, false, []),
        chosen: current ? paletteItemKey(current) : '',
      })
    if (next.is === 'confirm')
      return go(
        pushView(state, createView({ is: 'confirm', plan: next.plan, ...(how === 'stay' ? { stays: true } : {}) }))
      )
    if (how === 'run' || next.is === 'perform') return onRun(next.call)
    onStay(next.call)
  }

  function choose(item: PaletteItem, how: ChooseMode = 'run'): void {
    if (item.refusal !== undefined) return announce(item.refusal, { urgent: true })
    const { effect } = item
    switch (effect.is) {
      case 'more': {
        const last = rows.findLast((row) => row.effect.is !== 'more')
        return show({ ...state, limit: state.limit + ROWS_PER_PAGE, chosen: last ? paletteItemKey(last) : '' })
      }
      case 'query':
        return go(typeText(state, effect.text, false, []))
      case 'retry':
        return session.retry(effect.source)
      case 'step':
        return askStep(effect)
      case 'mode':
        return go(replaceView(state, createView({ is: 'find', mode: effect.mode })))
      case 'act':
        return stage.is === 'actions' ? act(effect.action, stage.item) : undefined
      case 'value':
        if (prompt && effect.isPart)
          return go(pushView(state, createView({ is: 'ask', prompt: withPartialAnswer(prompt, effect.value) })))
        return prompt && proceed(answerPrompt(prompt, effect.value, context, effect.others), how)
      case 'thing':
        if (prompt) return proceed(answerPrompt(prompt, [effect.target], context), how)
        return openThing(effect.target, how)
      case 'call':
        return proceed(effect.call, how)
    }
  }

  /** Ignores the row under the cursor, because the argument was typed. */
  function askStep({ call, slotName, text: typedText }: PaletteItem['effect'] & { is: 'step' }): void {
    const { id, args } = call
    const command = session.find(id)
    const slot = command?.slots?.[slotName]
    if (command && slot)
      go(
        pushView(state, createView({ is: 'ask', prompt: { command, slotName, slot, args }, isTyped: true }, typedText))
      )
  }

  function openThing(target: Target, how: ChooseMode): void {
    if (how === 'stay') return onStay(callTo('nav.tab', { target: [target] }))
    proceed(openCall(target), how)
  }

  function act(action: ItemAction, item: PaletteItem): void {
    const call = writtenItemCall(item) ?? ''
    if (action === 'run') return choose(item)
    if (action === 'change') return onRun(callTo('keys.change', { command: call }))
    if (action === 'stay') return choose(item, 'stay')
    if (action === 'copy') copy(item)
    if (action === 'pin') {
      togglePin(call)
      announce(`${pinnedCalls.get().includes(call) ? 'Pinned' : 'Unpinned'} ${item.title}.`)
    }
    if (action === 'forget') {
      forgetUse(call)
      session.onForget()
      announce(`Cleared the usage history of ${item.title}.`)
    }
    go(popView(state) ?? state)
  }

  function copy(item: PaletteItem): void {
    const call = writtenItemCall(item)
    if (call !== undefined) onStay(callTo('palette.copyLink', { call }))
  }

  return { choose, copy, ...createNavigation(session) }
}

/** The moves between steps that choose no row. */
function createNavigation({ state, mode, sources, context, go, onClose }: Session) {
  const { stage, text } = state
  const prompt = stage.is === 'ask' ? stage.prompt : undefined

  /** Goes one step back, otherwise removes the limit to one source, otherwise closes. */
  function back(): void {
    const shown = popView(state)
    if (shown) return go(shown)
    if (mode) return go(replaceView(state, createView({ is: 'find' })))
    onClose()
  }

  /** Removes the last chip and prompts for its argument again. */
  function takeBack(): void {
    const earlier = prompt && previousPrompt(prompt, context)
    if (earlier) return go(replaceView(state, createView({ is: 'ask', prompt: earlier }, initialText(earlier))))
    if (prompt && state.previousViews.length === 0)
      return go(replaceView(state, createView({ is: 'find', mode: 'commands' })))
    if (prompt || mode || stage.is === 'actions') back()
  }

  /** A word such as `check` and Tab limit the search as `!` does. @returns whether the text is such a word */
  function takeWord(): boolean {
    const isFree = stage.is === 'find' && !mode
    const source = isFree ? sources.find(({ words }) => words.includes(text.trim().toLowerCase())) : undefined
    if (source) go(replaceView(state, createView({ is: 'find', mode: source.id })))
    return source !== undefined
  }

  return { back, takeBack, takeWord }
}
