import type { QueryClient } from '@tanstack/react-query'
import { config } from '../../../api/config'
import { forgetDrafts } from '../../../ui/form/drafts'

/** A message between the tabs of one browser: the user signed in or out. */
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

/** Registers a function that clears the stored data of the user in this tab. */
export const onForget = (forget: () => void): void => void forgetters.add(forget)

/** Clears the drafts, messages and history of this tab, after a sign-out or when another user signs in. */
export function forgetPerson(): void {
  forgetDrafts()
  for (const forget of forgetters) forget()
}

/** Records the identity of the session in this tab. Stored data of another user is cleared. */
export function belongsTo(identity: string): void {
  if (sessionStorage.getItem(OWNER) === identity) return
  if (sessionStorage.getItem(OWNER) !== null) forgetPerson()
  sessionStorage.setItem(OWNER, identity)
}

/** Notifies the other tabs of the sign-out, and clears the recorded identity. */
export function signedOutHere(): void {
  tellOtherTabs('out')
  sessionStorage.removeItem(OWNER)
}

/** Whether this tab had a session that did not end by a sign-out. */
export const wasSignedIn = (): boolean => sessionStorage.getItem(OWNER) !== null

/**
 * Why a sign-in page, or the page after it, opened. Stored in the history state of that page, which has the messages in
 * `views/sign-in/endings.ts`.
 */
export type Ending = 'ended' | 'elsewhere' | 'confirm' | 'confirmed' | 'secondStep'

export const endingState = (ending: Ending | undefined): object | null => (ending ? { ending } : null)

/** Drops all fetched data, because another user may sign in next. The configuration of the deployment stays. */
export function forgetData(queries: QueryClient): void {
  const [kept] = config().queryKey
  queries.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== kept })
  queries.getMutationCache().clear()
}
