import { formatCall, parseCall } from '../../commands/call'
import type { Context } from '../../commands/context'
import { forgetUse, pins, togglePin } from '../../commands/stores/palette-memory'
import { announce } from '../../ui/voice'
import { SHOWN } from './find'
import { answered, nextOf, stepBack, withPart } from './flow'
import { type Action, callOf, type Item, keyOf } from './item'
import type { Find, Source } from './sources/source'
import { backward, forward, instead, type State, typed, viewOf } from './state'
import { textAt, writtenOf } from './step'

/** How a row is chosen: Enter; Mod+Enter, which keeps the palette open; or Tab, which only opens a further step. */
export type How = 'run' | 'stay' | 'take'

type Session = {
  state: State
  rows: readonly Item[]
  current: Item | undefined
  /** The source to which the search is limited. */
  mode: Source | undefined
  sources: readonly Source[]
  context: Context
  find: Find
  /** Shows another step. */
  go(state: State): void
  /** Updates the current step. */
  show(state: State): void
  retry(source: string): void
  onClose(): void
  onRun(call: string): void
  onStay(call: string): void
  onForget(): void
}

/** The effects of rows, keys and chips. */
export function controllerOf(session: Session) {
  const { state, rows, current, mode, sources, context, go, show, onRun, onStay } = session
  const { stage, text } = state
  const prompt = stage.is === 'ask' ? stage.prompt : undefined

  /** Shows the next step that a call needs, or its confirmation, or runs it. */
  function proceed(call: string, how: How): void {
    const next = nextOf(call, context, session.find, prompt !== undefined)
    if (next.is === 'ask') return go(forward(state, viewOf({ is: 'ask', prompt: next.prompt }, textAt(next.prompt))))
    if (how === 'take')
      return go({ ...typed(state, current?.title ?? text, false, []), chosen: current ? keyOf(current) : '' })
    if (next.is === 'confirm')
      return go(forward(state, viewOf({ is: 'confirm', plan: next.plan, ...(how === 'stay' ? { stays: true } : {}) })))
    if (how === 'run' || next.is === 'perform') return onRun(next.call)
    // The palette stays open and returns to its first step.
    if (prompt) go({ ...(state.behind[0] ?? viewOf({ is: 'find' })), behind: [] })
    onStay(next.call)
  }

  function choose(item: Item, how: How = 'run'): void {
    if (item.refusal !== undefined) return announce(item.refusal, { urgent: true })
    const { does } = item
    switch (does.is) {
      case 'more': {
        const last = rows.findLast((row) => row.does.is !== 'more')
        return show({ ...state, limit: state.limit + SHOWN, chosen: last ? keyOf(last) : '' })
      }
      case 'query':
        return go(typed(state, does.text, false, []))
      case 'retry':
        return session.retry(does.source)
      case 'step':
        return askStep(does)
      case 'mode':
        return go(instead(state, viewOf({ is: 'find', mode: does.mode })))
      case 'act':
        return stage.is === 'actions' ? act(does.action, stage.item) : undefined
      case 'value':
        if (prompt && does.isPart)
          return go(forward(state, viewOf({ is: 'ask', prompt: withPart(prompt, does.written) })))
        return prompt && proceed(answered(prompt, does.written, context), how)
      case 'thing':
        if (prompt) return proceed(answered(prompt, writtenOf(item) ?? '', context), how)
        return openThing(item, how)
      case 'call':
        return proceed(does.call, how)
    }
  }

  /** Ignores the row under the cursor, because the argument was typed. */
  function askStep({ call, slotName, text: typedText }: Item['does'] & { is: 'step' }): void {
    const { id, args } = parseCall(call)
    const command = session.find(id)
    const slot = command?.slots?.[slotName]
    if (command && slot)
      go(forward(state, viewOf({ is: 'ask', prompt: { command, slotName, slot, args }, isTyped: true }, typedText)))
  }

  function openThing(item: Item, how: How): void {
    if (item.does.is !== 'thing') return
    const { kind, id } = item.does.target
    if (how === 'stay') return onStay(formatCall({ id: 'nav.tab', args: { target: `${kind}:${id}` } }))
    proceed(callOf(item) ?? '', how)
  }

  function act(action: Action, item: Item): void {
    const call = callOf(item) ?? ''
    if (action === 'run') return choose(item)
    if (action === 'change') return onRun(formatCall({ id: 'keys.change', args: { command: call } }))
    if (action === 'stay') return choose(item, 'stay')
    if (action === 'copy') copy(item)
    if (action === 'pin') {
      togglePin(call)
      announce(`${pins.get().includes(call) ? 'Pinned' : 'Unpinned'} ${item.title}.`)
    }
    if (action === 'forget') {
      forgetUse(call)
      session.onForget()
      announce(`Cleared the usage history of ${item.title}.`)
    }
    go(backward(state) ?? state)
  }

  function copy(item: Item): void {
    const call = callOf(item)
    if (call !== undefined) onStay(formatCall({ id: 'palette.copyLink', args: { call } }))
  }

  /** Goes one step back, otherwise removes the limit to one source, otherwise closes. */
  function back(): void {
    const shown = backward(state)
    if (shown) return go(shown)
    if (mode) return go(instead(state, viewOf({ is: 'find' })))
    session.onClose()
  }

  /** Removes the last chip and prompts for its argument again. */
  function takeBack(): void {
    const earlier = prompt && stepBack(prompt, context)
    if (earlier) return go(instead(state, viewOf({ is: 'ask', prompt: earlier }, textAt(earlier))))
    if (prompt && state.behind.length === 0) return go(instead(state, viewOf({ is: 'find', mode: 'commands' })))
    if (prompt || mode || stage.is === 'actions') back()
  }

  /** A word such as `check` and Tab limit the search as `!` does. @returns whether the text is such a word */
  function takeWord(): boolean {
    const isFree = stage.is === 'find' && !mode
    const source = isFree ? sources.find(({ words }) => words.includes(text.trim().toLowerCase())) : undefined
    if (source) go(instead(state, viewOf({ is: 'find', mode: source.id })))
    return source !== undefined
  }

  return { choose, copy, back, takeBack, takeWord }
}
