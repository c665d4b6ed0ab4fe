import type { Ending } from '../shell/access/session'

const endings: Readonly<Record<Ending, string>> = {
  ended: 'Your session has ended. Sign in to go on where you were.',
  elsewhere: 'You signed out in another tab.',
  confirm: 'Your change is not saved yet. Afterwards you are back at it, with what you typed except passwords.',
  confirmed: 'Thank you, that was you. Your change is not saved yet: save it now.',
  secondStep: 'Your password was right. You are not signed in before this step is done.',
}

/** @param state the history state of the page */
export function endingIn(state: unknown): Ending | undefined {
  const ending = typeof state === 'object' && state !== null && 'ending' in state ? state.ending : undefined
  return typeof ending === 'string' && Object.hasOwn(endings, ending) ? (ending as Ending) : undefined
}

/** The sentence about it at the top of the page. @param state its history state */
export function saidOfEnding(state: unknown): string | undefined {
  const ending = endingIn(state)
  return ending && endings[ending]
}
