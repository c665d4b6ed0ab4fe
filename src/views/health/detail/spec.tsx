import { queryOptions, useQuery } from '@tanstack/react-query'
import { checkDetails } from '@/api/health/check-detail'
import { checks } from '@/api/health/checks'
import { loadModule } from '@/lib/load-module'
import { Editor } from '@/ui/editor/editor'
import { CommandButton } from '../../shared/commands/command-button'
import { QueryState } from '../../shared/query/query-state'
import css from './panel.module.css'

const loadYaml = () => import('yaml')

/** The canary as YAML. The YAML library is loaded on demand. */
const specText = (id: string) =>
  queryOptions({
    queryKey: [...checks.all, 'specText', id],
    queryFn: async ({ client }) => {
      const [spec, { stringify }] = await Promise.all([client.fetchQuery(checkDetails.spec(id)), loadModule(loadYaml)])
      return stringify(spec)
    },
  })

/** The canary of a check, read-only. */
export function CheckSpec({ id, name }: { id: string; name: string }) {
  return (
    <div className={css.panel}>
      <div>
        <CommandButton call="check.explain" />
      </div>
      <QueryState query={useQuery(specText(id))} what="the spec" as="part">
        {(text) => (
          <Editor label={`Spec of ${name}`} language="yaml" value={text} isReadOnly height="large" fileName={name} />
        )}
      </QueryState>
    </div>
  )
}
