import { formatCount } from '@/shared/format'

/** The resources that a silence covers, and the messages that it would have held back in the last seven days. */
export type SilenceEffect = {
  resources: {
    covered: number
    /** How many of the covered resources are unhealthy. */
    unhealthy: number
    /** The resources that were compared; fewer than `total` if `isPartial`. */
    read: number
    total: number
    isPartial: boolean
    first: readonly { kind: string; id: string; name: string; health?: string | null | undefined }[]
  }
  messages: {
    count: number
    isPartial: boolean
    first: readonly { id: string; event: string; name: string; at: string }[]
  }
}

/**
 * A silence of a quarter of all resources is more often a mistake in a filter than an intention, and hides most
 * incidents. Below ten resources, a share says little.
 */
const LARGE_SHARE = 0.25
const LARGE_COUNT = 10

/** `120 of 300 resources` for a silence that must be confirmed; undefined for any other. */
export function largeShare({ resources }: SilenceEffect): string | undefined {
  const { covered, read, isPartial } = resources
  if (covered < LARGE_COUNT || covered <= read * LARGE_SHARE) return undefined
  return `${isPartial ? 'at least ' : ''}${coveredOf(resources)}`
}

const coveredOf = ({ covered, total }: SilenceEffect['resources']) =>
  `${covered.toLocaleString('en')} of ${formatCount(total, 'resource')}`

/** Describes the covered resources in a sentence. */
export function describeCoverage({ resources }: SilenceEffect): string {
  const { covered, unhealthy, read, isPartial } = resources
  const bad = unhealthy > 0 ? `, ${unhealthy.toLocaleString('en')} of them unhealthy` : ''
  const limit = isPartial ? ` Only ${read.toLocaleString('en')} could be compared.` : ''
  if (covered === 0) return isPartial ? `No match so far.${limit}` : 'Covers nothing now.'
  return `Covers ${isPartial ? 'at least ' : ''}${coveredOf(resources)}${bad}.${limit}`
}

/** Describes the messages that would have been held back in a sentence. */
export function describeHeldBack({ messages: { count, isPartial } }: SilenceEffect): string {
  if (count === 0)
    return `Would have held back ${isPartial ? 'none of the notifications read' : 'nothing'} in the last 7 days.`
  return `Would have held back ${isPartial ? 'at least ' : ''}${formatCount(count, 'notification')} in the last 7 days.`
}
