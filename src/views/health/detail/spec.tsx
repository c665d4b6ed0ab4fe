import { queryOptions, useQuery } from '@tanstack/react-query'
import { checks } from '../../../api/checks'
import { Editor } from '../../../ui/editor/editor'
import { Skeleton } from '../../../ui/skeleton'
import css from './panel.module.css'
import { LoadError } from './load-error'

/** The canary as YAML: what writes it is loaded with it. */
const specText = (id: string) =>
  queryOptions({
    queryKey: [...checks.all, 'specText', id],
    queryFn: async ({ client }) => {
      const [spec, { stringify }] = await Promise.all([client.fetchQuery(checks.spec(id)), import('yaml')])
      return stringify(spec)
    },
  })

/** What was written for the check, to be read. */
export function Spec({ id, name }: { id: string; name: string }) {
  const { data, error, refetch } = useQuery(specText(id))
  return (
    <div className={css.panel}>
      {data !== undefined ? (
        <Editor label={`Spec of ${name}`} language="yaml" value={data} isReadOnly height="large" fileName={name} />
      ) : error ? (
        <LoadError what="The spec" error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton label="Loading the spec…" as="text" />
      )}
    </div>
  )
}
