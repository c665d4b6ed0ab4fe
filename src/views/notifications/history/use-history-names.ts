import { keepPreviousData, useQueries } from '@tanstack/react-query'
import { useDeferredValue, useMemo } from 'react'
import type { NotificationRow } from '@/api/notifications/history'
import { historyNames, type NamedKind, type NamesById } from '@/api/notifications/history-names'
import { isAllowed, type Area } from '@/shared/access/access'
import { plural } from '@/shared/format'
import { useConsole } from '../../shared/console'

const kinds = ['rule', 'person', 'team', 'connection', 'silence'] as const satisfies readonly NamedKind[]

/** The areas of the names that not every reader of notifications may read. */
const areas: Partial<Record<NamedKind, Area>> = { connection: 'connections' }

type Referring = Pick<NotificationRow, 'notification_id' | 'person_id' | 'team_id' | 'connection_id' | 'silenced_by'>
const referredBy = {
  rule: (row) => row.notification_id,
  person: (row) => row.person_id,
  team: (row) => row.team_id,
  connection: (row) => row.connection_id,
  silence: (row) => row.silenced_by,
} satisfies Record<NamedKind, (row: Referring) => string | null | undefined>

export type HistoryNames = Readonly<Record<NamedKind, NamesById>>

const noNames: NamesById = new Map()

/**
 * The names that the rows refer to by id, with one request for each kind of name. They are requested after the rows
 * have rendered, and only if the user may read them.
 * @returns the names, and what could not be loaded, in sentences
 */
export function useHistoryNames(rows: readonly Referring[]): { names: HistoryNames; missing: readonly string[] } {
  const { environment } = useConsole()
  const shown = useDeferredValue(rows, emptyRows)
  const idsByKind = useMemo(
    () =>
      kinds.map((kind) =>
        [...new Set(shown.flatMap((row) => referredBy[kind](row) ?? []))].toSorted((a, b) => (a < b ? -1 : 1))
      ),
    [shown]
  )
  const found = useQueries({
    queries: kinds.map((kind, at) => {
      const ids = idsByKind[at] ?? []
      const area = areas[kind]
      return {
        ...historyNames(kind, ids),
        enabled: ids.length > 0 && (area === undefined || isAllowed(environment, area, 'read')),
        placeholderData: keepPreviousData,
      }
    }),
  })
  const [rule, person, team, connection, silence] = found.map(({ data }) => data)
  const names = useMemo(
    (): HistoryNames => ({
      rule: rule ?? noNames,
      person: person ?? noNames,
      team: team ?? noNames,
      connection: connection ?? noNames,
      silence: silence ?? noNames,
    }),
    [rule, person, team, connection, silence]
  )
  const missing = found.flatMap(({ error }, at) => {
    const kind = kinds[at]
    return error && kind ? [`The names of ${plural(kind)}: ${error.message}`] : []
  })
  return { names, missing }
}

const emptyRows: readonly Referring[] = []
