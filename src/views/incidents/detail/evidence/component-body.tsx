import { useQuery } from '@tanstack/react-query'
import { topology } from '@/api/topology/topology'
import { ComponentCard } from '@/views/topology/shared/card'
import { QueryState } from '@/views/shared/query/query-state'
import css from './evidence.module.css'

/** The topology card of a component. */
export function ComponentBody({ id, name }: { id: string; name: string }) {
  const query = useQuery(topology.byId(id))
  return (
    <QueryState
      query={query}
      what="the component"
      as="part"
      gone={<p className={css.quiet}>{`${name} is no longer part of the topology.`}</p>}
    >
      {(component) => <ComponentCard of={component} below={component.components ?? []} place="page" />}
    </QueryState>
  )
}
