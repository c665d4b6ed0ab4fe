import type { QueryClient } from '@tanstack/react-query'
import { config } from '../../api/config'
import { forgetDrafts } from '../../ui/form/drafts'

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

/** Somebody else may be here next: nothing that was fetched is kept but what this deployment is. */
export function forgetData(queries: QueryClient): void {
  const [kept] = config().queryKey
  queries.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== kept })
  queries.getMutationCache().clear()
}
