import { histogram } from '../../lib/series'
import type { HistogramSpec } from './spec'

/** Few enough for a bar to be pressed on a phone. */
const MOST_BINS = 16

export const binsOf = ({ values }: HistogramSpec) => histogram(values, MOST_BINS)
