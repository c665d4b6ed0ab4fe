import { type ComponentType, useEffect, useState } from 'react'
import { Button } from '../button'
import frame from './frame.module.css'
import { type ChartSpec, chartHeight } from './chart-spec'

type Drawing = { ChartDrawing: ComponentType<{ spec: ChartSpec }> }
type State = { is: 'loading' } | { is: 'loaded'; ChartDrawing: Drawing['ChartDrawing'] } | { is: 'failed' }

const loading: State = { is: 'loading' }

/**
 * A chart whose drawing code is loaded when the first chart is shown. Until then its space is reserved, so that the
 * layout does not shift. If loading fails (after an update of the console, or offline), it shows an error and a retry
 * button.
 */
export function createLazyChart(load: () => Promise<Drawing>) {
  let known: State = loading

  return function Chart({ spec }: { spec: ChartSpec }) {
    const [state, setState] = useState(known)
    useEffect(() => {
      if (state.is !== 'loading') return
      let isShown = true
      async function begin() {
        const next = await load().then(
          ({ ChartDrawing }): State => ({ is: 'loaded', ChartDrawing }),
          (): State => ({ is: 'failed' })
        )
        if (next.is === 'loaded') known = next
        if (isShown) setState(next)
      }
      void begin()
      return () => {
        isShown = false
      }
    }, [state])
    if (state.is === 'loaded') return <state.ChartDrawing spec={spec} />
    const { title } = spec
    return (
      <figure
        className={frame.figure}
        aria-label={state.is === 'loading' ? `${title}: loading` : `${title}: could not be loaded`}
        aria-busy={state.is === 'loading'}
      >
        {!isBare(spec) && <div className={frame.head}>{title}</div>}
        <div className={frame.skeleton} style={{ minHeight: chartHeight(spec) }}>
          {state.is === 'failed' && (
            <p className={frame.failed}>
              The chart could not be loaded. <Button onPress={() => setState(loading)}>Try again</Button>
            </p>
          )}
        </div>
      </figure>
    )
  }
}

const isBare = (spec: ChartSpec) => spec.kind === 'strip' && spec.hasTable

export const LazyChart = createLazyChart(() => import('./chart-drawing'))
