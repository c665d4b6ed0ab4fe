import { formatNames } from '../shared/format'
import type { Target } from './command'

/** Formats the names of targets for use within a sentence. */
export const formatTargetNames = (list: readonly Target[]): string => formatNames(list.map(({ label }) => label))
