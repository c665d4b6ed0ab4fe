type SettledItem<T, R> = { item: T; value: R } | { item: T; error: unknown }

/**
 * Runs `work` for every item, at most `atOnce` concurrently. A failure does not stop the others; results keep the order
 * of the items. After `signal` is aborted, no more work starts, and the remaining items settle with its reason.
 */
export async function settleAll<T, R>(
  items: readonly T[],
  atOnce: number,
  work: (item: T) => Promise<R>,
  onDone: (done: number) => void = () => undefined,
  signal?: AbortSignal
): Promise<SettledItem<T, R>[]> {
  const settled: SettledItem<T, R>[] = []
  let started = 0
  let done = 0
  const worker = async () => {
    for (let index = started++; index < items.length; index = started++) {
      const item = items[index] as T
      if (signal?.aborted) {
        settled[index] = { item, error: signal.reason }
        continue
      }
      settled[index] = await work(item).then(
        (value) => ({ item, value }),
        (error: unknown) => ({ item, error })
      )
      onDone(++done)
    }
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, worker))
  return settled
}
