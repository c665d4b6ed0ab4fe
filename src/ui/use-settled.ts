import { useState } from 'react'
import { useTimeout } from './hooks'

/** The value, once it has not changed for a time. Values are compared as JSON. */
export function useSettled<T>(value: T, delayMs: number): T {
  const [settled, setSettled] = useState(value)
  const isSettled = JSON.stringify(settled) === JSON.stringify(value)
  useTimeout(isSettled ? undefined : delayMs, () => setSettled(value), JSON.stringify(value))
  return settled
}
