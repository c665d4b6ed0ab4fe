import { useMutationState, useQuery } from '@tanstack/react-query'
import { useDeferredValue, useMemo, useState } from 'react'
import { agents } from '@/api/settings/agents'
import { type Check, checks } from '@/api/health/checks'
import type { ListWithDetail } from '../shared/list/detail/use-detail'
import { queryChecks, type CheckListQuery } from './list-query'
import type { AgentNames } from './dimension'
import { isPassing } from './check-filters'
import { sortByUrgency, type HealthRow } from './order'
import type { HealthState } from './url'

const noAgents: AgentNames = new Map()
const usesAgents = ({ tabBy, pivotBy }: HealthState) => tabBy === 'agent' || pivotBy === 'agent'

/** All checks, most urgent first. Running checks are marked. */
export function useCheckRows(data: readonly Check[]): readonly HealthRow[] {
  const running = useMutationState({
    filters: { mutationKey: checks.running, status: 'pending' },
    select: ({ state }) => String(state.variables),
  })
  const sorted = useMemo(() => sortByUrgency(data), [data])
  return useMemo(
    () =>
      running.length === 0
        ? sorted
        : sorted.map((check): HealthRow => (running.includes(check.id) ? { ...check, isRunning: true } : check)),
    [sorted, running]
  )
}

type Held = Pick<ListWithDetail<HealthRow>, 'cursor' | 'open'>

/**
 * The listed checks for the URL state and the search text.
 * @param held the check with the cursor and the open check, which stay listed when they start to pass
 */
export function useCheckListQuery(rows: readonly HealthRow[], state: HealthState, typed: string, held: Held) {
  const { data: names = noAgents } = useQuery({ ...agents.names(), enabled: usesAgents(state) })
  // Deferred, because typing must not wait for the list.
  const search = useDeferredValue(typed)
  const { hidePassing, labels: filters, tabBy, tab } = state
  const current: CheckListQuery = { search, filters, hidePassing, tabBy, tab }
  // Each read of the URL state returns a new object, so it is compared as text.
  const written = JSON.stringify(current)
  const query = useMemo(() => JSON.parse(written) as CheckListQuery, [written])
  const [memory, setMemory] = useState({ written, ids: new Set<string>() })
  const { cursor, open } = held
  const remembered = cursor !== undefined && memory.written === written && memory.ids.has(cursor) ? cursor : undefined
  // Keep only checks that would be hidden, because moving the cursor must not build a new list of thousands.
  const passing = useMemo(
    () => new Set(hidePassing ? rows.filter(isPassing).map(({ id }) => id) : []),
    [rows, hidePassing]
  )
  const [keptOpen, keptCursor] = [open, remembered].map((id) => (id !== undefined && passing.has(id) ? id : undefined))
  const kept = useMemo(() => new Set([keptOpen, keptCursor].filter((id) => id !== undefined)), [keptOpen, keptCursor])
  const found = useMemo(() => queryChecks(rows, query, names, kept), [rows, query, names, kept])
  const ids = useMemo(() => new Set(found.shown.map(({ id }) => id)), [found])
  if (memory.written !== written || memory.ids !== ids) setMemory({ written, ids })
  return { found, query, names, key: written }
}
