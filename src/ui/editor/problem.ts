/** One thing that is wrong with a text. Offsets count UTF-16 units from its start; line and column begin at 1. */
export type Problem = {
  /** An error cannot be saved; a warning only advises. */
  severity: 'error' | 'warning'
  message: string
  from: number
  to: number
  line: number
  column: number
}

export function countProblems(problems: readonly Problem[]): string {
  const errors = problems.filter(({ severity }) => severity === 'error').length
  const counts = [many(errors, 'error'), many(problems.length - errors, 'warning')].filter(Boolean).join(', ')
  return counts === '' ? 'No problems' : counts
}

const many = (count: number, noun: string) => (count === 0 ? '' : `${count} ${noun}${count === 1 ? '' : 's'}`)

/** The problem after (or before) an offset; from the last one on to the first again. */
export function problemFrom(problems: readonly Problem[], at: number, step: 1 | -1): Problem | undefined {
  return step === 1
    ? (problems.find(({ from }) => from > at) ?? problems[0])
    : (problems.findLast(({ from }) => from < at) ?? problems.at(-1))
}
