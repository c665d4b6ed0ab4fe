/**
 * Calls `work` repeatedly, `everyMs` after it ended, so that it never overlaps itself.
 * @param onError called only for the first of consecutive failures, since an unavailable database would fill the log.
 * @param isAtOnce whether to start now instead of after `everyMs`.
 * @returns a function that stops it and waits for work in progress.
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
