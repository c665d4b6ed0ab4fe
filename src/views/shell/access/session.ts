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

/**
 * Why a sign-in page opened, or the page after it. Kept in the history state of that page, which knows the words
 * (`views/sign-in/endings.ts`).
 */
export type Ending = 'ended' | 'elsewhere' | 'confirm' | 'confirmed' | 'secondStep'

export const endingState = (ending: Ending | undefined): object | null => (ending ? { ending } : null)

/** Drops all fetched data, because another person may sign in next; the deployment's configuration stays. */
export function forgetData(queries: QueryClient): void {
  const [kept] = config().queryKey
  queries.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== kept })
  queries.getMutationCache().clear()
}
