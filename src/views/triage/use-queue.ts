import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { triage } from '../../api/triage'
import { whoami } from '../../api/whoami'
import { decisions, forgetDecisions } from '../../commands/stores/triage-store'
import { formatCount } from '../../lib/format'
import { readableSources } from '../../lib/triage'
import { announce } from '../../ui/voice'
import { onForget } from '../shell/access/session'
import { useConsole } from '../shell/console'
import { useLive, useStore } from '../shell/stores'
import { type Row, rowsOf } from './rows'

/** Others work on the same things. */
export const POLL_MS = 20_000

const none: never[] = []

onForget(forgetDecisions)

/**
 * The queue as it was taken, and how its rows are now. It is taken when there is none yet, and anew only when somebody asks
 * for that: polling tells of rows, and never moves them.
 */
export function useQueue(acting: ReadonlySet<string>) {
  const client = useQueryClient()
  const { environment } = useConsole()
  const isLive = useLive()
  const me = useQuery({ ...whoami(), enabled: environment.isReadOnly !== true })
  const isKnown = environment.roles !== undefined || me.error !== null
  // The lists are made anew in each rendering; what is in them changes seldom.
  const sources = readableSources(environment).join()
  const of = useMemo(() => (sources === '' ? [] : sources.split(',')) as ReturnType<typeof readableSources>, [sources])

  const { data: queue } = useQuery(triage.queue())
  const [isTaking, setTaking] = useState(false)
  const request = useRef<AbortController>(null)
  const take = useCallback(async () => {
    request.current?.abort()
    const mine = new AbortController()
    request.current = mine
    setTaking(true)
    // It always comes to something: a source that fails is named in it.
    const taken = await triage.take(of, mine.signal)
    if (mine.signal.aborted) return undefined
    client.setQueryData(triage.queue().queryKey, taken)
    setTaking(false)
    return taken
  }, [client, of])
  useEffect(() => {
    if (isKnown && !queue) void take()
    // A queue that there is stays, whatever else changes.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [isKnown])
  useEffect(() => () => request.current?.abort(), [])

  const decided = useStore(decisions)
  const latest = useRef<readonly Row[]>(none)
  const standing = useQuery({
    ...triage.standing(queue, of, () =>
      latest.current.filter(({ state }) => state === 'undecided' || state === 'elsewhere')
    ),
    enabled: queue !== undefined,
    staleTime: POLL_MS,
    // TanStack Query pauses this while the tab is hidden.
    refetchInterval: isLive && POLL_MS,
    // What is known of the rows is still known when somebody comes back to them.
    gcTime: 600_000,
  })
  const { present } = standing.data
  const rows = useMemo(
    () => (queue ? rowsOf(queue.items, { decisions: decided, acting, present }) : undefined),
    [queue, decided, acting, present]
  )
  useEffect(() => {
    latest.current = rows ?? none
  }, [rows])

  const renew = async () => {
    const taken = await take()
    if (taken) announce(`A new queue of ${formatCount(taken.items.length, 'item')}.`, { key: 'count' })
  }
  return { queue, rows, isTaking, standing, sources: of, renew }
}
