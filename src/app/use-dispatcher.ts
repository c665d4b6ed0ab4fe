import type { QueryClient } from '@tanstack/react-query'
import { useLayoutEffect, useState } from 'react'
import { createStore } from '../lib/store'
import { createDispatcher, type Now } from './dispatcher'
import { createOverlays } from './overlays'

/** Makes the dispatcher and the overlays once; they read the current state at each use. */
export function useDispatcher(queries: QueryClient, state: Now) {
  const [made] = useState(() => {
    const { get: now, set } = createStore(state)
    const overlays = createOverlays()
    return { overlays, dispatcher: createDispatcher(queries, overlays, now), now, set }
  })
  useLayoutEffect(() => made.set(state))
  return made
}
