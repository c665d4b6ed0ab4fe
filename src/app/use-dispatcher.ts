import type { QueryClient } from '@tanstack/react-query'
import { useLayoutEffect, useState } from 'react'
import { createStore } from '../lib/store'
import { createDispatcher, type DispatcherState } from './dispatcher'
import { createOverlays } from './overlays'

/** Creates the dispatcher and the overlays once. They read the current state on each use. */
export function useDispatcher(queries: QueryClient, state: DispatcherState) {
  const [created] = useState(() => {
    const { get: now, set } = createStore(state)
    const overlays = createOverlays()
    return { overlays, dispatcher: createDispatcher(queries, overlays, now), now, set }
  })
  useLayoutEffect(() => created.set(state))
  return created
}
