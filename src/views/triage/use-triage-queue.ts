import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { triage } from '@/api/triage/triage'
import { whoami } from '@/api/sign-in/whoami'
import { triageDecisions, clearDecisions } from '../../commands/stores/triage-store'
import { formatCount } from '@/shared/format'
import { readableSources } from '@/lib/triage/triage'
import { useUnmount } from '../../ui/hooks'
import { announce } from '../../ui/voice'
import { onUserReset } from '../shared/access/session'
import { useConsole } from '../shared/console'
import { useLiveUpdates, useStore } from '../shared/stores'
import { type QueueRow, toQueueRows } from './queue-rows'

/** Milliseconds between refreshes of the rows: other users work on the same items. */
export const QUEUE_POLL_MS = 20_000

const none: never[] = []

onUserReset(clearDecisions)

/**
 * The queue as it was loaded, and the current state of its rows. It is loaded once, and again only when the user requests
 * it: polling updates rows and never moves them.
 */
export function useTriageQueue(acting: ReadonlySet<string>) {
  const client = useQueryClient()
  const { environment } = useConsole()
  const isLive = useLiveUpdates()
  const me = useQuery({ ...whoami(), enabled: environment.isReadOnly !== true })
  const isKnown = environment.roles !== undefined || me.error !== null
  // The list is a new array in each rendering, its contents rarely change.
  const sourceList = readableSources(environment).join()
  const sources = useMemo(
    () => (sourceList === '' ? [] : sourceList.split(',')) as ReturnType<typeof readableSources>,
    [sourceList]
  )

  const { data: queue } = useQuery(triage.queue())
  const [isReloading, setReloading] = useState(false)
  const request = useRef<AbortController>(null)
  const load = useCallback(async () => {
    request.current?.abort()
    const controller = new AbortController()
    request.current = controller
    setReloading(true)
    // This never rejects: the queue lists the sources that failed.
    const loaded = await triage.take(sources, controller.signal)
    if (controller.signal.aborted) return undefined
    client.setQueryData(triage.queue().queryKey, loaded)
    setReloading(false)
    return loaded
  }, [client, sources])
  useEffect(() => {
    if (isKnown && !queue) void load()
    // An existing queue is retained when the other values change.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [isKnown])
  useUnmount(() => request.current?.abort())

  const decided = useStore(triageDecisions)
  const latest = useRef<readonly QueueRow[]>(none)
  const standing = useQuery({
    ...triage.standing(queue, sources, () =>
      latest.current.filter(({ state }) => state === 'untriaged' || state === 'elsewhere' || state === 'handled')
    ),
    enabled: queue !== undefined,
    staleTime: QUEUE_POLL_MS,
    // TanStack Query pauses this while the tab is hidden.
    refetchInterval: isLive && QUEUE_POLL_MS,
    // The state of the rows is cached for ten minutes, for a user who comes back to the page.
    gcTime: 600_000,
  })
  const { present } = standing.data
  const rows = useMemo(
    () => (queue ? toQueueRows(queue.items, { decisions: decided, acting, present }) : undefined),
    [queue, decided, acting, present]
  )
  useEffect(() => {
    latest.current = rows ?? none
  }, [rows])

  const reload = async () => {
    const loaded = await load()
    if (loaded) announce(`Queue reloaded: ${formatCount(loaded.items.length, 'item')}.`, { key: 'count' })
  }
  return { queue, rows, isReloading, standing, sources, reload }
}
