import { renderHook, waitFor } from '@testing-library/react'
import { useLayoutEffect } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, onTestFinished, test, vi } from 'vitest'
import { eventually } from '../../tests/helpers/eventually'
import { deferred } from '../lib/deferred'
import { idleQueue } from './prefetch-queue'
import { prefetchModule, preloadModule, useLoaded } from './use-loaded'

test('a preloaded module is available at once', async () => {
  const load = vi.fn<() => Promise<string>>(async () => 'palette')
  preloadModule(load)
  await waitFor(() => expect(load).toHaveBeenCalledTimes(1))
  const { result } = renderHook(() => useLoaded(load))
  expect(result.current).toMatchObject({ is: 'ready', value: 'palette' })
  expect(load).toHaveBeenCalledTimes(1)
})

test('another loaded module replaces the first one', async () => {
  const [first, second] = ['none', 'palette'].map((name) => vi.fn<() => Promise<string>>(async () => name))
  if (!first || !second) throw new Error('Two modules are needed')
  await Promise.all([prefetchModule(first), prefetchModule(second)])
  const { result, rerender } = renderHook((load) => useLoaded(load), { initialProps: first })
  expect(result.current).toMatchObject({ value: 'none' })
  rerender(second)
  expect(result.current).toMatchObject({ value: 'palette' })
})

test('a module that failed to preload is loaded again when needed', async () => {
  const load = vi.fn<() => Promise<string>>(async () => 'palette')
  load.mockRejectedValueOnce(new Error('offline'))
  preloadModule(load)
  await waitFor(() => expect(load).toHaveBeenCalledTimes(1))
  const { result } = renderHook(() => useLoaded(load))
  await waitFor(() => expect(result.current).toMatchObject({ is: 'ready', value: 'palette' }))
})

test('preloads even if the browser does not report idle time', async () => {
  vi.stubGlobal('requestIdleCallback', undefined)
  const load = vi.fn<() => Promise<string>>(async () => 'palette')
  preloadModule(load)
  await waitFor(() => expect(load).toHaveBeenCalledTimes(1))
  vi.unstubAllGlobals()
})

test('cancels a preload that has not started', async () => {
  const [first, second] = [vi.fn<() => Promise<void>>(), vi.fn<() => Promise<void>>()]
  const takeBack = preloadModule(first)
  preloadModule(second)
  takeBack()
  await waitFor(() => expect(second).toHaveBeenCalledTimes(1))
  expect(first).not.toHaveBeenCalled()
})

test('a module for idle time waits, unless it is needed now', async () => {
  const release = idleQueue.holdWhile(() => true)
  const load = vi.fn<() => Promise<string>>(async () => 'menus')
  const { result } = renderHook(() => useLoaded(load, 'idle'))
  expect(result.current.is).toBe('loading')
  expect(load).not.toHaveBeenCalled()
  result.current.loadNow()
  await waitFor(() => expect(result.current).toMatchObject({ is: 'ready', value: 'menus' }))
  release()
})

test('loads by itself in idle time', async () => {
  const { result } = renderHook(() => useLoaded(menus, 'idle'))
  await waitFor(() => expect(result.current).toMatchObject({ is: 'ready', value: 'menus' }))
})
const menus = async () => 'menus'

test('a prefetched module is available when shown; a failure is shown as an error', async () => {
  const load = vi.fn<() => Promise<string>>(async () => 'page')
  prefetchModule(load)
  await waitFor(() => expect(load).toHaveBeenCalledTimes(1))
  expect(renderHook(() => useLoaded(load)).result.current).toMatchObject({ is: 'ready', value: 'page' })
  const error = new Error('offline')
  const failing = () => Promise.reject(error)
  const { result } = renderHook(() => useLoaded(failing))
  await waitFor(() => expect(result.current).toMatchObject({ is: 'failed', error }))
})

test('a load in flight is shared', async () => {
  const load = vi.fn<() => Promise<string>>(async () => 'page')
  prefetchModule(load)
  const { result } = renderHook(() => useLoaded(load))
  await waitFor(() => expect(result.current).toMatchObject({ is: 'ready', value: 'page' }))
  expect(load).toHaveBeenCalledTimes(1)
})

test.each<[string, 'shown' | 'idle']>([
  ['a module', 'shown'],
  ['a module for idle time', 'idle'],
])('%s that loads between render and effect is shown', async (_name, when) => {
  const code = deferred<string>()
  const load = () => code.promise
  void prefetchModule(load)
  function Part() {
    const part = useLoaded(load, when)
    useLayoutEffect(() => code.resolve('The part'), [])
    return <p>{part.is === 'ready' ? part.value : 'Loading…'}</p>
  }
  // Without `act`, effects run after the render, as in production.
  const environment = globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean | undefined }
  const before = environment.IS_REACT_ACT_ENVIRONMENT
  environment.IS_REACT_ACT_ENVIRONMENT = false
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place)
  onTestFinished(() => {
    root.unmount()
    place.remove()
    environment.IS_REACT_ACT_ENVIRONMENT = before
  })
  root.render(<Part />)
  await eventually(() => expect(place.textContent).toBe('The part'))
})
