import { z } from 'zod/mini'
import { persistentStore } from '@/commands/stores/persistent-store'

const MOST = 20

/** When this browser last showed the logs of a component, as ISO times by component id. */
export const openedLogs = persistentStore<Readonly<Record<string, string>>>(
  'console.logs',
  z.record(z.string(), z.iso.datetime()),
  {}
)

export function recordOpenedLogs(id: string): void {
  const all = Object.entries({ ...openedLogs.get(), [id]: new Date().toISOString() })
  openedLogs.set(Object.fromEntries(all.toSorted(([, a], [, b]) => b.localeCompare(a)).slice(0, MOST)))
}
