/**
 * Does `work` again and again, `everyMs` after it ended, so that it never overlaps itself.
 * @param onError called for the first of consecutive failures only, since a database that is down would fill the log.
 * @param isAtOnce whether the first time is now, and not after `everyMs`.
 * @returns stops it, and waits for work in progress.
 */
export function repeat(
  everyMs: number,
  work: () => Promise<unknown>,
  onError: (error: unknown) => void,
  { isAtOnce = false } = {}
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
  const begin = () => void (working = once())
  const plan = () => {
    if (!isStopped) timer = setTimeout(begin, everyMs)
  }
  if (isAtOnce) begin()
  else plan()
  return async () => {
    isStopped = true
    clearTimeout(timer)
    await working
  }
}
