import { DatabaseError } from '../../data/db/db'

/**
 * Writes items together. A value that Postgres refuses must not prevent the others from being written: the items are
 * halved until it is alone, and `refused` is called with it.
 * @throws any error that fewer items would not avoid.
 */
export async function writeSkippingRefused<T>(
  items: readonly T[],
  write: (items: readonly T[]) => Promise<void>,
  refused: (item: T, error: DatabaseError) => void
): Promise<void> {
  const [first] = items
  if (first === undefined) return
  try {
    await write(items)
  } catch (error) {
    if (!isRefusedValue(error)) throw error
    if (items.length === 1) return refused(first, error)
    const middle = Math.floor(items.length / 2)
    await writeSkippingRefused(items.slice(0, middle), write, refused)
    await writeSkippingRefused(items.slice(middle), write, refused)
  }
}

/** SQLSTATE classes 22 (data exception), 23 (constraint) and 54 (too large): a retry would not help. */
const isRefusedValue = (error: unknown): error is DatabaseError =>
  error instanceof DatabaseError && /^(?:2[23]|54)/.test(error.code)
