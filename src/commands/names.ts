import { formatNames } from '../lib/format'
import type { Target } from './command'

/** The names of things within a sentence. */
export const namesOf = (list: readonly Target[]): string => formatNames(list.map(({ label }) => label))
