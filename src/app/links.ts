import { useEffect, useRef } from 'react'
import { navigate } from 'wouter/use-browser-location'

/** The place one was at before this one, for going back and forth between the two. */
export function useLastPlace(path: string, here: string) {
  const last = useRef<string>(undefined)
  const current = useRef({ path, here })
  useEffect(() => {
    if (current.current.path !== path) last.current = current.current.here
    current.current = { path, here }
  }, [path, here])
  return last
}

/** The call that a link asks for, taken out of the address: neither reload nor Back may act again. */
export function takeCall(search: string): string | undefined {
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
