let collator: Intl.Collator | undefined

/**
 * Compares names as people order them: numbers in them by their value (`pod-9` before `pod-10`), and whatever their case. Made
 * when something is ordered, as the first use of `Intl` takes some 15 ms.
 */
export const alphabetical = (a: string, b: string): number =>
  (collator ??= new Intl.Collator('en', { numeric: true, sensitivity: 'base' })).compare(a, b)
