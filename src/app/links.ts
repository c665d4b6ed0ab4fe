import { useCallback, useEffect, useRef } from 'react'
import { navigate } from 'wouter/use-browser-location'
import { afterFrames } from './after-frames'
import type { Dispatcher } from './dispatcher'

/** The place one was at before this one, for going back and forth between the two. */
export function useLastPlace(path: string, here: string): () => string | undefined {
  const last = useRef<string>(undefined)
  const current = useRef({ path, here })
  useEffect(() => {
    if (current.current.path !== path) last.current = current.current.here
    current.current = { path, here }
  }, [path, here])
  return useCallback(() => last.current, [])
}

/** The call that a link asks for, taken out of the address: neither reload nor Back may act again. */
function takeCall(search: string): string | undefined {
  const params = new URLSearchParams(search)
  const call = params.get('do')
  if (call === null) return undefined
  params.delete('do')
  navigate(`${location.pathname}${params.size > 0 ? `?${params}` : ''}`, {
    replace: true,
    state: history.state as unknown,
  })
  return call
}

/** Follows the call that an address asks for. */
export function useLinks(search: string, { followLink }: Pick<Dispatcher, 'followLink'>): void {
  useEffect(() => {
    const call = takeCall(search)
    // The page it leads to has to be there first: it says what things are called and does what has no `run`.
    if (call !== undefined) afterFrames(2, () => followLink(call))
  }, [search, followLink])
}
