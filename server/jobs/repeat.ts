/**
 * Does `work` again and again, `everyMs` after it ended, so that it never overlaps itself.
 * @param onError told of the first failure of a row of them: a database that is away would fill the log otherwise.
 * @returns what ends it, and waits for work that is going on.
 */
export function repeat(
  everyMs: number,
  work: () => Promise<unknown>,
  onError: (error: unknown) => void
): () => Promise<void> {
  let isFailing = false
  let isStopped = false
  let working = Promise.resolve()
  let timer: NodeJS.Timeout | undefined

  const once = async () => {
    try {
      await work()
      isFailing = false
    } catch (error) {
      if (!isFailing && !isStopped) onError(error)
      isFailing = true
    }
    plan()
  }
  const plan = () => {
    if (!isStopped) timer = setTimeout(() => void (working = once()), everyMs)
  }
  plan()
  return async () => {
    isStopped = true
    clearTimeout(timer)
    await working
  }
}
