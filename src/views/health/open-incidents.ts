import { type QueryClient, QueryObserver } from '@tanstack/react-query'
import { listEvidenceChecks, type OpenIncident, incidents } from '@/api/incidents/incidents'
import type { DeferredRows } from '../../ui/grid/props'
import type { HealthRow } from './order'

/** Milliseconds between polls. Other users also change incidents; a delay of a minute is acceptable. */
const POLL_MS = 60_000

/** All open incidents. Refreshed every minute, and after a change in this tab. */
export const openIncidents = () => ({ ...incidents.open(), refetchInterval: POLL_MS })

/** Maps check ids to the open incidents that the check is evidence for, newest first. */
export function groupByCheck(open: readonly OpenIncident[]): ReadonlyMap<string, readonly OpenIncident[]> {
  const found = new Map<string, OpenIncident[]>()
  for (const incident of open)
    for (const id of listEvidenceChecks(incident)) {
      const others = found.get(id)
      if (others) others.push(incident)
      else found.set(id, [incident])
    }
  return found
}

const none: readonly never[] = []
const key = (list: NonNullable<HealthRow['incidents']>) => list.map(({ id, title }) => `${id} ${title}`).join('\n')

/** The open incidents by check, for groups and other parts that concern several rows. */
export type OpenIncidents = {
  subscribe(onChange: () => void): () => void
  byCheck(): ReadonlyMap<string, readonly OpenIncident[]>
}

/** Adds open incidents to rows. One request serves all rows, as long as a row or a listener is subscribed. */
export function createOpenIncidents(client: QueryClient): DeferredRows<HealthRow> & OpenIncidents {
  const watched = new Map<string, () => void>()
  const listeners = new Set<() => void>()
  const complete = new WeakMap<HealthRow, HealthRow>()
  let known = groupByCheck(none)
  let stop: (() => void) | undefined
  const of = (id: string) => known.get(id) ?? none

  function take(open: readonly OpenIncident[] | undefined) {
    if (!open) return
    const before = known
    known = groupByCheck(open)
    for (const [id, onChange] of watched) if (key(before.get(id) ?? none) !== key(of(id))) onChange()
    for (const onChange of listeners) onChange()
  }

  function start() {
    const observer = new QueryObserver(client, openIncidents())
    const leave = observer.subscribe(({ data }) => take(data))
    take(observer.getCurrentResult().data)
    return leave
  }
  function stopIfUnused() {
    if (watched.size + listeners.size > 0) return
    stop?.()
    stop = undefined
  }

  return {
    watch({ id }, onChange) {
      watched.set(id, onChange)
      stop ??= start()
      return () => {
        if (watched.get(id) === onChange) watched.delete(id)
        stopIfUnused()
      }
    },
    subscribe(onChange) {
      listeners.add(onChange)
      stop ??= start()
      return () => {
        listeners.delete(onChange)
        stopIfUnused()
      }
    },
    byCheck: () => known,
    of(row) {
      const list = of(row.id)
      if (list.length === 0) return row
      const made = complete.get(row)
      if (made?.incidents && key(made.incidents) === key(list)) return made
      const next = { ...row, incidents: list }
      complete.set(row, next)
      return next
    },
  }
}
