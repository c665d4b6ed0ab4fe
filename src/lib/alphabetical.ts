let collator: Intl.Collator | undefined

/**
 * Compares names in natural order: numbers by their value (`pod-9` before `pod-10`), ignoring case. The collator is
 * created on first use, because the first use of `Intl` takes some 15 ms.
 */
export const alphabetical = (a: string, b: string): number =>
  (collator ??= new Intl.Collator('en', { numeric: true, sensitivity: 'base' })).compare(a, b)
