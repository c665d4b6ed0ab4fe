import { HistogramChart } from './histogram'
import { LaneChart } from './lanes'
import { LineChart } from './lines'
import type { ChartSpec } from './chart-spec'
import { StackChart } from './stack'
import { RunStrip } from './strip'

/** The drawing of all chart kinds, loaded when the first chart is shown. */
export default function ChartDrawing({ spec }: { spec: ChartSpec }) {
  switch (spec.kind) {
    case 'lines':
      return <LineChart spec={spec} />
    case 'strip':
      return <RunStrip spec={spec} />
    case 'histogram':
      return <HistogramChart spec={spec} />
    case 'lanes':
      return <LaneChart spec={spec} />
    case 'stack':
      return <StackChart spec={spec} />
  }
}
