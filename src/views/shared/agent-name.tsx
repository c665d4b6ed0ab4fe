import { useQuery } from '@tanstack/react-query'
import { agents } from '@/api/settings/agents'

/** The name of an agent, or its id until the names are loaded. */
export function AgentName({ id }: { id: string }) {
  const { data } = useQuery(agents.names())
  return <bdi>{data?.get(id) ?? id}</bdi>
}
