import { useLayoutEffect } from 'react'
import { holdKeys } from '@/keymap/held-keys'

type Props = {
  /** Called when Escape is pressed. */
  onCancel: () => void
  /** Receives the held keys when they are released. */
  early?: string[]
}

/** Holds all keys while it is shown in place of a dialog whose code loads. */
export function HoldKeys({ onCancel, early }: Props) {
  useLayoutEffect(() => {
    const held = holdKeys(onCancel)
    return () => {
      const pressed = held.take()
      early?.push(...pressed)
    }
    // Runs once: the dialog that loads stays the same.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [])
  return null
}
