import { type ReactNode, useState } from 'react'

type Props<V> = { initial: V; children: (kept: { value: V; onChange: (value: V) => void }) => ReactNode }

/** Keeps the value of a field, as a form would. */
export function StatefulField<V>({ initial, children }: Props<V>) {
  const [value, onChange] = useState(initial)
  return children({ value, onChange })
}
