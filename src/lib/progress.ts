import { formatCount } from './format'

/** How much of a definition of done is met. */
export type Progress = {
  done: number
  of: number
  /** Parts that are not done and that a script decides: while there are any, the server opens what is resolved again. */
  watched: number
}

type Part = {
  definition_of_done?: boolean | null | undefined
  done?: boolean | null | undefined
  script?: string | null | undefined
}

/** How much of the definition of done of an incident is met. */
export function progressOf({ hypotheses }: { hypotheses: readonly { evidences: readonly Part[] }[] }): Progress {
  const parts = hypotheses.flatMap(({ evidences }) => evidences.filter(({ definition_of_done: is }) => is))
  const left = parts.filter(({ done }) => !done)
  return {
    done: parts.length - left.length,
    of: parts.length,
    watched: left.filter(({ script }) => script).length,
  }
}

/** Statuses that say that the worst is over. */
const better = new Set(['mitigated', 'resolved', 'closed'])

/** What is to be known before an incident gets a status, as a sentence; empty where all is done that was to be. */
export function unmetBefore(status: string, { done, of, watched }: Progress): string {
  if (done === of || !better.has(status)) return ''
  const left = of - done
  const said = `${left} of ${formatCount(of, 'part')} of its definition of done ${left === 1 ? 'is' : 'are'} not done`
  return status === 'resolved' && watched > 0
    ? `${said}, and while a script says so, the server opens it again.`
    : `${said}.`
}

type Find = (incidentId: string) => Progress | undefined
let find: Find | undefined

/** Makes the progress of what a page shows known to what is said about commands beforehand. @returns what ends it */
export function showProgress(by: Find): () => void {
  find = by
  return () => {
    if (find === by) find = undefined
  }
}

/** The progress of an incident, if it is shown. */
export const shownProgress = (incidentId: string): Progress | undefined => find?.(incidentId)
