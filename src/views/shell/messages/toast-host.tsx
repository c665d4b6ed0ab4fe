import type { JournalMessage } from '@/commands/journal'
import { loadModule } from '@/lib/load-module'
import { createStore } from '@/lib/store'
import { useStore } from '../../shared/stores'

const load = () => import('./toasts')
type Toasts = Awaited<ReturnType<typeof load>>

/** The code of the toasts, loaded with the first message. */
const loaded = createStore<Toasts | undefined>(undefined)

export async function loadToasts(): Promise<Toasts> {
  const toasts = await loadModule(load)
  loaded.set(toasts)
  return toasts
}

/** Shows a message as a toast. The message is announced and stored in the message log even if this fails. */
export const loadAndShowToast = (message: JournalMessage): void =>
  void loadToasts().then(
    (toasts) => toasts.showToast(message),
    () => undefined
  )

/** The newest visible toast, for the keys on its buttons. `act` presses its first button. */
export const newestToast = createStore<{ act: (() => void) | undefined; dismiss(): void } | undefined>(undefined)

/** The element in which toasts appear. */
export function ToastHost() {
  const toasts = useStore(loaded)
  return toasts ? <toasts.Toasts /> : null
}
