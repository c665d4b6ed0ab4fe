import { useLayoutEffect } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, onTestFinished, test } from 'vitest'
import { eventually } from '../../tests/helpers/eventually'
import { deferred } from '../lib/deferred'
import { loadAhead, useLoaded, useLoadedInIdleTime } from './use-loaded'

test.each([
  ['a part', useLoaded],
  ['a part that comes in idle time', useLoadedInIdleTime],
])('%s that comes between being drawn as on its way and the effects of that is shown', async (_name, useIt) => {
  const code = deferred<string>()
  const load = () => code.promise
  void loadAhead(load)
  function Part() {
    const part = useIt(load)
    useLayoutEffect(() => code.resolve('The part'), [])
    return <p>{part.is === 'ready' ? part.value : 'Loading…'}</p>
  }
  // As in the product: within `act`, effects would not be later than drawing.
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
