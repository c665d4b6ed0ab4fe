import { viewOf, type View } from './state'

/** Long enough to notice that a key too many closed it. */
const FORGET_AFTER_MS = 3000

let closed: { view: View; at: number } | undefined

/** Remembers what was being looked for; nothing that was being asked or confirmed. */
export function rememberClosed({ stage, text, chosen }: View, now: number): void {
  closed = stage.is === 'find' && text !== '' ? { view: viewOf(stage, text, chosen), at: now } : undefined
}

/** What the palette was closed with a moment ago, probably by accident. */
export const justClosed = (now: number): View | undefined =>
  closed && now - closed.at < FORGET_AFTER_MS ? closed.view : undefined

export function forgetClosed(): void {
  closed = undefined
}
