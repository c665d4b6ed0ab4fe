import { formatCount } from '@/shared/format'

/** Progress of a definition of done. */
export type DoneProgress = {
  done: number
  total: number
  /** Open items with a script. While there are any, the server reopens a resolved incident. */
  watched: number
}

type Part = {
  definition_of_done?: boolean | null | undefined
  done?: boolean | null | undefined
  script?: string | null | undefined
}

/** Progress of the definition of done of an incident. */
export function countProgress({ hypotheses }: { hypotheses: readonly { evidences: readonly Part[] }[] }): DoneProgress {
  const parts = hypotheses.flatMap(({ evidences }) => evidences.filter(({ definition_of_done: is }) => is))
  const left = parts.filter(({ done }) => !done)
  return {
    done: parts.length - left.length,
    total: parts.length,
    watched: left.filter(({ script }) => script).length,
  }
}

/** Statuses that require a complete definition of done. */
const better = new Set(['mitigated', 'resolved', 'closed'])

/** A warning about open items before a status change, as a sentence; empty if all items are done. */
export function describeOpenItems(status: string, { done, total, watched }: DoneProgress): string {
  if (done === total || !better.has(status)) return ''
  const open = `${formatCount(total - done, 'item')} still to do.`
  return status === 'resolved' && watched > 0
    ? `${open} While its condition is not met, the server reopens the incident.`
    : open
}

type Find = (incidentId: string) => DoneProgress | undefined
let find: Find | undefined

/** Lets commands know the progress of the displayed incidents. @returns a function that unregisters it */
export function registerProgress(by: Find): () => void {
  find = by
  return () => {
    if (find === by) find = undefined
  }
}

/** The progress of an incident, if the incident is displayed. */
export const findDisplayedProgress = (incidentId: string): DoneProgress | undefined => find?.(incidentId)
