import type { ComponentType } from 'react'
import { Button } from '../button'
import { lazyComponent } from '../lazy-component'
import frame from './frame.module.css'
import { type ChartSpec, chartHeight } from './chart-spec'

const loadDrawing = () => import('./chart-drawing')

type ChartProps = { spec: ChartSpec }

/**
 * A chart whose drawing code is loaded when the first chart is shown. Until then its space is reserved, so that the
 * layout does not shift.
 */
export const createLazyChart = (load: () => Promise<{ default: ComponentType<ChartProps> }>) =>
  lazyComponent<ChartProps>({
    load,
    pending: ({ spec }) => <ChartPlaceholder spec={spec} />,
    failed: ({ spec }, retry) => <ChartPlaceholder spec={spec} retry={retry} />,
  })

/** Without `retry`, the chart is loading. */
function ChartPlaceholder({ spec, retry }: ChartProps & { retry?: () => void }) {
  const { title } = spec
  return (
    <figure
      className={frame.figure}
      aria-label={retry ? `${title}: could not be loaded` : `${title}: loading`}
      aria-busy={!retry}
    >
      {!isBare(spec) && <div className={frame.head}>{title}</div>}
      <div className={frame.skeleton} style={{ minHeight: chartHeight(spec) }}>
        {retry && (
          <p className={frame.failed}>
            The chart could not be loaded. <Button onPress={retry}>Try again</Button>
          </p>
        )}
      </div>
    </figure>
  )
}

const isBare = (spec: ChartSpec) => spec.kind === 'strip' && spec.hasTable

export const LazyChart = createLazyChart(loadDrawing)
