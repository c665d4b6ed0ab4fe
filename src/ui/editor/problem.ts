/** A problem in a text. Offsets count UTF-16 units from the start of the text; line and column start at 1. */
export type TextProblem = {
  /** An error prevents saving; a warning does not. */
  severity: 'error' | 'warning'
  message: string
  from: number
  to: number
  line: number
  column: number
}

export function describeProblemCount(problems: readonly TextProblem[]): string {
  const errors = problems.filter(({ severity }) => severity === 'error').length
  const counts = [many(errors, 'error'), many(problems.length - errors, 'warning')].filter(Boolean).join(', ')
  return counts === '' ? 'No problems' : counts
}

const many = (count: number, noun: string) => (count === 0 ? '' : `${count} ${noun}${count === 1 ? '' : 's'}`)

/** The next or previous problem from an offset. Wraps around at both ends. */
export function findNextProblem(problems: readonly TextProblem[], at: number, step: 1 | -1): TextProblem | undefined {
  return step === 1
    ? (problems.find(({ from }) => from > at) ?? problems[0])
    : (problems.findLast(({ from }) => from < at) ?? problems.at(-1))
}
