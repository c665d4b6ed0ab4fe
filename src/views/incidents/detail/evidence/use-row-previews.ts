import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { Incident } from '@/api/incidents/incident'
import { incidents } from '@/api/incidents/incidents'
import type { BucketResult } from '@/lib/health/buckets'
import { loadModule } from '@/lib/load-module'

/** The content of a piece of evidence or a comment in one line. `isCode`: a line of a log or of a document. */
export type RowPreview = { text: string; isCode?: boolean; buckets?: readonly BucketResult[] }

export type RowPreviews = (id: string) => RowPreview | undefined

const loadPreviews = () => import('./row-previews')

const FRESH_MS = 300_000

/** Previews of the evidence and the comments of an incident by their ids, which load after its rows. */
export function useRowPreviews(incident: Incident): RowPreviews {
  const { id, hypotheses, comments } = incident
  const client = useQueryClient()
  const parts = [
    ...hypotheses.flatMap(({ evidences }) => evidences.map((one) => `${one.id} ${one.checks?.status ?? ''}`)),
    ...comments.map((one) => one.id),
  ]
  const { data } = useQuery({
    queryKey: [...incidents.all, 'previews', id, parts],
    queryFn: async ({ signal }) =>
      (await loadModule(loadPreviews)).readRowPreviews(incident, (query) => client.fetchQuery(query), signal),
    staleTime: FRESH_MS,
    placeholderData: keepPreviousData,
  })
  return useCallback((row) => data?.get(row), [data])
}
