import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { configChanges } from '@/api/catalog/config-changes'
import { Diff } from '@/ui/diff/diff'
import type { DiffLayout } from '@/ui/diff/props'
import { QueryState } from '@/views/shared/query/query-state'

/** Milliseconds before loading, so that a cursor that only passes over a change loads nothing. */
const REST_MS = 150

/** The diff of a change, if one is stored. Loaded once the cursor rests on the change. */
export function ChangeDiff({ id, label }: { id: string; label: string }) {
  const [isResting, setResting] = useState(false)
  const [layout, setLayout] = useState<DiffLayout>('unified')
  useEffect(() => {
    const timer = setTimeout(() => setResting(true), REST_MS)
    return () => clearTimeout(timer)
  }, [])
  const query = useQuery({ ...configChanges.byId(id), enabled: isResting })
  return (
    <QueryState query={query} what="the diff" as="part" gone={null}>
      {({ diff }) => diff && <Diff label={label} patch={diff} layout={layout} onLayout={setLayout} />}
    </QueryState>
  )
}
