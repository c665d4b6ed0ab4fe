import type { QueryClient } from '@tanstack/react-query'
import { config } from '../../../api/config'
import { forgetDrafts } from '../../../ui/form/drafts'

/** What the tabs of one browser tell each other: somebody signed in, or out. */
export type SessionNews = 'in' | 'out'

const CHANNEL = 'session'
const OWNER = 'session-identity'

// One for the page: it does not hear itself.
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

/** Whose tab this is now. What somebody else typed is not shown to them. */
export function belongsTo(identity: string): void {
  if (sessionStorage.getItem(OWNER) === identity) return
  if (sessionStorage.getItem(OWNER) !== null) forgetDrafts()
  sessionStorage.setItem(OWNER, identity)
}

/** Somebody signed out, here: in the other tabs, too, and what this tab asks for next begins anew. */
export function signedOutHere(): void {
  tellOtherTabs('out')
  sessionStorage.removeItem(OWNER)
}

/** Somebody was signed in in this tab, and did not sign out. */
export const wasSignedIn = (): boolean => sessionStorage.getItem(OWNER) !== null

/** Why somebody has to sign in who did not ask to: kept with the page in the browser's history. */
export type Ending = 'ended' | 'elsewhere'
const endings: Readonly<Record<Ending, string>> = {
  ended: 'Your session has ended. Sign in to go on where you were.',
  elsewhere: 'You signed out in another tab.',
}

export const endingState = (ending: Ending | undefined): object | null => (ending ? { ending } : null)

/** What the page that signs in begins with. */
export function saidOfEnding(state: unknown): string | undefined {
  const ending = typeof state === 'object' && state !== null && 'ending' in state ? state.ending : undefined
  return ending === 'ended' || ending === 'elsewhere' ? endings[ending] : undefined
}

/** Somebody else may be here next: nothing that was fetched is kept but what this deployment is. */
export function forgetData(queries: QueryClient): void {
  const [kept] = config().queryKey
  queries.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== kept })
  queries.getMutationCache().clear()
}
