type Answer<T> = { answer: Promise<T>; until: number }

/**
 * Answers that are computed once for all who ask at the same time or within `freshMs` afterwards. A failure is not
 * kept.
 * @param most the number of answers; the oldest ones are dropped.
 */
export function createRecentAnswers<T>({
  freshMs,
  most,
  now = () => performance.now(),
}: {
  freshMs: number
  most: number
  now?: () => number
}) {
  const answers = new Map<string, Answer<T>>()

  const compute = (key: string, work: () => Promise<T>): Promise<T> => {
    const entry: Answer<T> = { answer: work(), until: Infinity }
    answers.delete(key)
    answers.set(key, entry)
    while (answers.size > most) answers.delete(answers.keys().next().value ?? '')
    entry.answer.then(
      () => void (entry.until = now() + freshMs),
      () => answers.get(key) === entry && answers.delete(key)
    )
    return entry.answer
  }

  return (key: string, work: () => Promise<T>): Promise<T> => {
    const known = answers.get(key)
    return known && now() < known.until ? known.answer : compute(key, work)
  }
}
