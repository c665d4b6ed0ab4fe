import { Histogram } from './histogram'
import { Lanes } from './lanes'
import { Lines } from './lines'
import type { ChartSpec } from './spec'
import { Stack } from './stack'
import { Strip } from './strip'

/** The drawing of all chart kinds, loaded when the first chart is shown. */
export function ChartDrawing({ spec }: { spec: ChartSpec }) {
  switch (spec.kind) {
    case 'lines':
      return <Lines spec={spec} />
    case 'strip':
      return <Strip spec={spec} />
    case 'histogram':
      return <Histogram spec={spec} />
    case 'lanes':
      return <Lanes spec={spec} />
    case 'stack':
      return <Stack spec={spec} />
  }
}
