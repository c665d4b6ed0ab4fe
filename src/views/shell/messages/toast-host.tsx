import type { Message } from '../../../commands/journal'
import { createStore } from '../../../lib/store'
import { useStore } from '../stores'

type Toasts = typeof import('./toasts')

/** Not needed before there is something to tell. */
const loaded = createStore<Toasts | undefined>(undefined)

export async function loadToasts(): Promise<Toasts> {
  const toasts = await import('./toasts')
  loaded.set(toasts)
  return toasts
}

/** The visible half of a message, which the voice says and the message log keeps, whatever becomes of this. */
export const showToast = (message: Message): void =>
  void loadToasts().then(
    (toasts) => toasts.showToast(message),
    () => undefined
  )

/** Where messages appear. */
export function ToastHost() {
  const toasts = useStore(loaded)
  return toasts ? <toasts.Toasts /> : null
}
