/** A promise that is resolved from outside, once. */
export function deferred<T = void>(): { promise: Promise<T>; resolve: (value: T) => void } {
  let settle: ((value: T) => void) | undefined
  const promise = new Promise<T>((resolve) => (settle = resolve))
  return { promise, resolve: (value) => settle?.(value) }
}
