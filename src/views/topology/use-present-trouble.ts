import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { incidentList } from '@/api/incidents/incident-list'
import type { Component } from '@/api/topology/topology'
import { needsAttention } from '@/lib/topology/component-health'
import { showsIncidents } from '../shared/access/shows-incidents'
import { useConsole } from '../shared/console'
import { useLiveUpdates } from '../shared/stores'
import { outageStart } from './order'

/** Milliseconds between refreshes, as for the components. */
const POLL_MS = 15_000

export type PresentTrouble = ReturnType<typeof usePresentTrouble>

/** The worst open incident, the failing components, and the one that failed last. */
export function usePresentTrouble(all: readonly Component[]) {
  const { environment } = useConsole()
  const isShown = showsIncidents(environment)
  const worst = useQuery({
    ...incidentList.worst(),
    enabled: isShown,
    refetchInterval: useLiveUpdates() && POLL_MS,
  })
  const failing = useMemo(() => all.filter(needsAttention), [all])
  const newest = useMemo(() => findNewest(failing), [failing])
  return {
    incident: isShown ? (worst.data ?? undefined) : undefined,
    /** Whether the incidents are still loading, could not be read, or are not shown to this user. */
    incidents: !isShown ? 'hidden' : worst.data !== undefined ? 'read' : worst.error ? 'failed' : 'loading',
    failing,
    newest,
  } as const
}

/** The component that failed last. A leaf precedes ancestors that failed at the same time, because it caused that. */
function findNewest(failing: readonly Component[]): Component | undefined {
  let found: Component | undefined
  for (const one of failing) {
    const [start, before] = [outageStart(one), found && outageStart(found)]
    if (start === undefined) continue
    const isNewer = before === undefined || start > before
    const isCause = start === before && one.is_leaf === true && found?.is_leaf !== true
    if (isNewer || isCause) found = one
  }
  return found
}
