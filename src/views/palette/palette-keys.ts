import type { KeyboardEvent } from 'react'
import { announce } from '../../ui/voice'
import type { ChooseMode, createController } from './controller'
import { type PaletteItem, paletteItemKey, writtenItemCall } from './item'
import { createView, type PaletteState, pushView } from './palette-state'
import { isTypedItem } from './step-items'
import type { PaletteRows } from './use-palette-rows'

type KeyTarget = Pick<PaletteRows, 'rows' | 'fault' | 'isAwaited' | 'isProvisional'> & {
  state: PaletteState
  current: PaletteItem | undefined
  controller: ReturnType<typeof createController>
  /** Shows another step. */
  go(state: PaletteState): void
  /** Highlights a row, wrapping around. */
  move(to: number): void
  /** Chooses the first row once it has arrived. */
  chooseLater(): void
}

/** Acts on a key in the input. @returns whether the palette handles the key */
export function handlePaletteKey(event: KeyboardEvent<HTMLInputElement>, target: KeyTarget): boolean {
  const { key, shiftKey, ctrlKey, metaKey, altKey } = event
  const { selectionStart, selectionEnd, value } = event.currentTarget
  const { state, rows, current, controller, move } = target
  const at = current ? rows.indexOf(current) : 0
  const hasMod = ctrlKey || metaKey
  const isMarked = selectionStart !== selectionEnd
  if (altKey) return false
  if (key === 'ArrowDown' || (key === 'n' && ctrlKey)) return done(move(at + 1))
  if (key === 'ArrowUp' || (key === 'p' && ctrlKey)) return done(move(at - 1))
  if (key === 'c' && hasMod && !isMarked && current) return done(controller.copy(current))
  // In a step, Mod+Enter submits, as in a form.
  if (key === 'Enter') return done(enter(target, hasMod && state.stage.is !== 'ask' ? 'stay' : 'run'))
  if (hasMod) return false
  if (key === 'Escape' || (key === 'Tab' && shiftKey)) return done(controller.back())
  if (key === 'Tab') return done(controller.takeWord() || (current && controller.choose(current, 'take')))
  if (value === '' && key === 'Backspace') return done(controller.takeBack())
  if (value === '' && (key === 'Home' || key === 'End')) return done(move(key === 'Home' ? 0 : rows.length - 1))
  const isAtEnd = key === 'ArrowRight' && !shiftKey && !isMarked && selectionEnd === value.length
  if (!isAtEnd || !current || state.stage.is !== 'find' || writtenItemCall(current) === undefined) return false
  const chosen = { ...state, chosen: paletteItemKey(current) }
  return done(target.go(pushView(chosen, createView({ is: 'actions', item: current }))))
}

/** Marks a key as handled, regardless of its effect. */
const done = (_did: unknown) => true

function enter({ current, fault, isAwaited, isProvisional, controller, chooseLater }: KeyTarget, how: ChooseMode) {
  // Server results take precedence: the typed text is the answer only if the search returns none.
  const isEarly = isAwaited && current !== undefined && (isProvisional || isTypedItem(current))
  if (current && !(isEarly && how === 'run')) return controller.choose(current, how)
  if (fault) return announce(fault, { urgent: true })
  if (isAwaited && how === 'run') chooseLater()
}
