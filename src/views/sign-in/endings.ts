import type { SessionEnding } from '../shared/access/session'

const endings: Readonly<Record<SessionEnding, string>> = {
  ended: 'Your session has ended. Sign in to continue where you left off.',
  elsewhere: 'You signed out in another tab.',
  confirm: 'Your change is not saved yet. Sign in to return to it. Your input is kept, except passwords.',
  confirmed: 'You are confirmed. Your change is not saved yet. Save it now.',
  secondStep: 'Your password is correct. Complete this step to sign in.',
}

/** @param state the history state of the page */
export function readEnding(state: unknown): SessionEnding | undefined {
  const ending = typeof state === 'object' && state !== null && 'ending' in state ? state.ending : undefined
  return typeof ending === 'string' && Object.hasOwn(endings, ending) ? (ending as SessionEnding) : undefined
}

/** The message at the top of the page. @param state the history state of the page */
export function endingMessage(state: unknown): string | undefined {
  const ending = readEnding(state)
  return ending && endings[ending]
}
