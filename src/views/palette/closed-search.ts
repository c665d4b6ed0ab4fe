import { createView, type PaletteView } from './palette-state'

/** The time in which a user notices that the palette was closed by mistake. */
const FORGET_AFTER_MS = 3000

let closed: { view: PaletteView; at: number } | undefined

/** Remembers a search. Steps and confirmations are not remembered. */
export function rememberClosed({ stage, text, chosen }: PaletteView, now: number): void {
  closed = stage.is === 'find' && text !== '' ? { view: createView(stage, text, chosen), at: now } : undefined
}

/** The search that was open when the palette closed less than three seconds ago, probably by mistake. */
export const recallClosed = (now: number): PaletteView | undefined =>
  closed && now - closed.at < FORGET_AFTER_MS ? closed.view : undefined

export function forgetClosed(): void {
  closed = undefined
}
