import { type QueryClient, QueryObserver } from '@tanstack/react-query'
import { checksOf, type IncidentFound, incidents } from '../../api/incidents'
import type { Later } from '../../ui/grid/props'
import type { Row } from './order'

/** Milliseconds between polls. Other users also change incidents; a delay of a minute is acceptable. */
const POLL_MS = 60_000

/** All open incidents. Refreshed every minute, and after a change in this tab. */
export const openIncidents = () => ({ ...incidents.open(), refetchInterval: POLL_MS })

/** Maps check ids to the open incidents that the check is evidence for, newest first. */
export function byCheck(open: readonly IncidentFound[]): ReadonlyMap<string, readonly IncidentFound[]> {
  const found = new Map<string, IncidentFound[]>()
  for (const incident of open)
    for (const id of checksOf(incident)) {
      const others = found.get(id)
      if (others) others.push(incident)
      else found.set(id, [incident])
    }
  return found
}

const none: readonly never[] = []
const key = (list: NonNullable<Row['incidents']>) => list.map(({ id, title }) => `${id} ${title}`).join('\n')

/** The open incidents by check, for groups and other parts that concern several rows. */
export type OpenIncidents = {
  subscribe(onChange: () => void): () => void
  byCheck(): ReadonlyMap<string, readonly IncidentFound[]>
}

/** Adds open incidents to rows. One request serves all rows, as long as a row or a listener is subscribed. */
export function createOpenIncidents(client: QueryClient): Later<Row> & OpenIncidents {
  const watched = new Map<string, () => void>()
  const listeners = new Set<() => void>()
  const complete = new WeakMap<Row, Row>()
  let known = byCheck(none)
  let stop: (() => void) | undefined
  const of = (id: string) => known.get(id) ?? none

  function take(open: readonly IncidentFound[] | undefined) {
    if (!open) return
    const before = known
    known = byCheck(open)
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
