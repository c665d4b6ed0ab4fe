import { viewOf, type View } from './state'

/** The time in which a user notices that the palette was closed by mistake. */
const FORGET_AFTER_MS = 3000

let closed: { view: View; at: number } | undefined

/** Remembers a search. Steps and confirmations are not remembered. */
export function rememberClosed({ stage, text, chosen }: View, now: number): void {
  closed = stage.is === 'find' && text !== '' ? { view: viewOf(stage, text, chosen), at: now } : undefined
}

/** The search that was open when the palette closed less than three seconds ago, probably by mistake. */
export const justClosed = (now: number): View | undefined =>
  closed && now - closed.at < FORGET_AFTER_MS ? closed.view : undefined

export function forgetClosed(): void {
  closed = undefined
}
