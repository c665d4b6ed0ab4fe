import type { QueryClient } from '@tanstack/react-query'
import { consoleConfigQuery } from '@/api/config'
import { deleteDrafts } from '@/ui/form/drafts'

/** A message between the tabs of one browser: the user signed in or out. */
type SessionEvent = 'in' | 'out'

const CHANNEL = 'session'
const OWNER = 'session-identity'

// One channel per tab, because a channel does not receive its own messages.
let channel: BroadcastChannel | undefined
const open = () => (channel ??= new BroadcastChannel(CHANNEL))

export const notifyOtherTabs = (news: SessionEvent): void => open().postMessage(news)

export function onSessionEvent(listener: (news: SessionEvent) => void): () => void {
  const hear = ({ data }: MessageEvent<unknown>) => {
    if (data === 'in' || data === 'out') listener(data)
  }
  open().addEventListener('message', hear)
  return () => channel?.removeEventListener('message', hear)
}

const forgetters = new Set<() => void>()

/** Registers a function that clears the stored data of the user in this tab. */
export const onUserReset = (forget: () => void): void => void forgetters.add(forget)

/** Clears the drafts, messages and history of this tab, after a sign-out or when another user signs in. */
export function resetUserState(): void {
  deleteDrafts()
  for (const forget of forgetters) forget()
}

/** Records the identity of the session in this tab. Stored data of another user is cleared. */
export function recordSessionOwner(identity: string): void {
  if (sessionStorage.getItem(OWNER) === identity) return
  if (sessionStorage.getItem(OWNER) !== null) resetUserState()
  sessionStorage.setItem(OWNER, identity)
}

/** Notifies the other tabs of the sign-out, and clears the recorded identity. */
export function recordSignOut(): void {
  notifyOtherTabs('out')
  sessionStorage.removeItem(OWNER)
}

/** Whether this tab had a session that did not end by a sign-out. */
export const hadSession = (): boolean => sessionStorage.getItem(OWNER) !== null

/**
 * Why a sign-in page, or the page after it, opened. Stored in the history state of that page, which has the messages in
 * `views/sign-in/endings.ts`.
 */
export type SessionEnding = 'ended' | 'elsewhere' | 'confirm' | 'confirmed' | 'secondStep'

export const toHistoryState = (ending: SessionEnding | undefined): object | null => (ending ? { ending } : null)

/** Drops all fetched data, because another user may sign in next. The configuration of the deployment stays. */
export function dropFetchedData(queries: QueryClient): void {
  const [kept] = consoleConfigQuery().queryKey
  queries.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== kept })
  queries.getMutationCache().clear()
}
