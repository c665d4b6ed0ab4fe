import type { QueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { z } from 'zod/mini'
import { catalog } from '@/api/catalog/catalog'
import {
  type ChangeRow,
  type ChangeSubject,
  configChanges,
  changeName,
  changeRelatives,
} from '@/api/catalog/config-changes'
import { capital } from '@/shared/format'
import { catalogSeverities } from '@/shared/severity'
import { writeMembers } from '@/lib/tags'
import { relativeRange } from '@/lib/time/range'
import { definePagedList, prefetchListPage, usePagedList } from '@/views/shared/list/paged-list'
import { defineDetailAddress } from '@/views/shared/list/detail/detail-address'
import { flagParam } from '@/views/shared/url-state/fields'
import { defineUrlState } from '@/views/shared/url-state/url-state'

/** Milliseconds between polls. Short, because changes are watched while they happen. */
const POLL_MS = 15_000

export const toChangeTarget = (row: Pick<ChangeRow, 'id' | 'change_type' | 'name'>) =>
  ({ kind: 'change', id: row.id, label: changeName(row) }) as const
export const changeRowTarget = (row: ChangeRow) => toChangeTarget(row)

const list = definePagedList({
  paging: 'pages',
  hasDeleted: true,
  filters: [
    { field: 'changeType', label: 'Change type', known: configChanges.types },
    { field: 'configType', label: 'Config type', known: catalog.types },
    {
      field: 'severity',
      label: 'Severity',
      values: catalogSeverities.map((value, at) => ({
        value,
        label: at === 0 ? capital(value) : `${capital(value)} or worse`,
      })),
    },
    { field: 'tags', label: 'Tag', known: catalog.tags },
    { field: 'source', label: 'Source', values: [] },
  ],
  time: { initial: relativeRange('now-2d') },
  page: (query, page) => configChanges.page(query, page),
  targetOf: changeRowTarget,
})

/** URL state of an item's Changes tab: the relatives whose changes are included. */
export const relativesUrl = defineUrlState({
  relatives: z._default(z.enum(changeRelatives), 'downstream'),
  soft: z._default(flagParam, false),
})

export const changeDetailAddress = defineDetailAddress('change', ['diff', 'details', 'patches'])

export const prefetchChanges = (queries: QueryClient) => prefetchListPage(queries, list)

/** @param of the item whose changes are listed; undefined lists the changes of the whole catalog */
export function useChanges(of?: ChangeSubject) {
  const { id, relatives: which, isSoft } = of ?? {}
  const definition = useMemo(
    (): typeof list =>
      id === undefined
        ? list
        : {
            ...list,
            page: (query, page) =>
              configChanges.page(query, page, { id, relatives: which ?? 'none', isSoft: isSoft ?? false }),
          },
    [id, which, isSoft]
  )
  return usePagedList(definition, POLL_MS)
}

export const changeFilterValues = ({ change_type, type, severity, tags, source }: ChangeRow) => ({
  changeType: change_type,
  configType: type ?? [],
  severity: severity === '' ? [] : severity,
  tags: writeMembers(tags),
  source: source === '' ? [] : source,
})
