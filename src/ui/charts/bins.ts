import { histogram } from '@/lib/charts/series'
import type { HistogramSpec } from './chart-spec'

/** A limit that keeps bars wide enough to tap on a phone. */
const MOST_BINS = 16

export const toBins = ({ values }: HistogramSpec) => histogram(values, MOST_BINS)
