import type { QueryClient } from '@tanstack/react-query'
import { config } from '../../../api/config'
import { forgetDrafts } from '../../../ui/form/drafts'

/** A message between the tabs of one browser: somebody signed in or out. */
export type SessionNews = 'in' | 'out'

const CHANNEL = 'session'
const OWNER = 'session-identity'

// One channel per tab, because a channel does not receive its own messages.
let channel: BroadcastChannel | undefined
const open = () => (channel ??= new BroadcastChannel(CHANNEL))

export const tellOtherTabs = (news: SessionNews): void => open().postMessage(news)

export function onOtherTabs(listener: (news: SessionNews) => void): () => void {
  const hear = ({ data }: MessageEvent<unknown>) => {
    if (data === 'in' || data === 'out') listener(data)
  }
  open().addEventListener('message', hear)
  return () => channel?.removeEventListener('message', hear)
}

const forgetters = new Set<() => void>()

/** Does something whenever what this tab remembers of a person is to be forgotten. */
export const onForget = (forget: () => void): void => void forgetters.add(forget)

/** Forgets what was typed, said and done in this tab: somebody signed out, or somebody else signed in. */
export function forgetPerson(): void {
  forgetDrafts()
  for (const forget of forgetters) forget()
}

/** Records whose session this tab has. What is remembered of another person is forgotten. */
export function belongsTo(identity: string): void {
  if (sessionStorage.getItem(OWNER) === identity) return
  if (sessionStorage.getItem(OWNER) !== null) forgetPerson()
  sessionStorage.setItem(OWNER, identity)
}

/** Tells the other tabs about the sign-out, and forgets whose session this tab had. */
export function signedOutHere(): void {
  tellOtherTabs('out')
  sessionStorage.removeItem(OWNER)
}

/** Whether somebody was signed in in this tab and did not sign out. */
export const wasSignedIn = (): boolean => sessionStorage.getItem(OWNER) !== null

/** Why a sign-in page opened, or the page after it. Kept in the history state of that page. */
export type Ending = keyof typeof endings
const endings = {
  ended: 'Your session has ended. Sign in to go on where you were.',
  elsewhere: 'You signed out in another tab.',
  confirm: 'Your change is not saved yet. Afterwards you are back at it, with what you typed except passwords.',
  confirmed: 'Thank you, that was you. Your change is not saved yet: save it now.',
  secondStep: 'Your password was right. You are not signed in before this step is done.',
}

export const endingState = (ending: Ending | undefined): object | null => (ending ? { ending } : null)

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

/** Drops all fetched data, because another person may sign in next; the deployment's configuration stays. */
export function forgetData(queries: QueryClient): void {
  const [kept] = config().queryKey
  queries.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== kept })
  queries.getMutationCache().clear()
}
