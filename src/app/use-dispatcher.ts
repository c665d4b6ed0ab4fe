import type { QueryClient } from '@tanstack/react-query'
import { useLayoutEffect, useState } from 'react'
import { createStore } from '../lib/store'
import { createDispatcher, type Now } from './dispatcher'
import { createOverlays } from './overlays'

/** The dispatcher and what lies over the page: made once, they always act as things are now. */
export function useDispatcher(queries: QueryClient, state: Now) {
  const [made] = useState(() => {
    const { get: now, set } = createStore(state)
    const overlays = createOverlays()
    return { overlays, dispatcher: createDispatcher(queries, overlays, now), now, set }
  })
  useLayoutEffect(() => made.set(state))
  return made
}
