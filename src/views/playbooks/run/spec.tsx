import '@/commands/editor/editor.commands'
import '@/commands/editor/lines.commands'
import { queryOptions, useQuery } from '@tanstack/react-query'
import type { RunDetail } from '@/api/playbooks/run'
import { runTitle } from '@/api/playbooks/run-list'
import { documentToYaml } from '@/lib/catalog/document-yaml'
import { Editor } from '@/ui/editor/editor'
import { QueryState } from '../../shared/query/query-state'
import css from './run.module.css'

/** The text never becomes stale: a run stores the playbook as it was when the run was requested. */
const specText = ({ id, spec }: RunDetail) =>
  queryOptions({ queryKey: ['runSpec', id], queryFn: () => documentToYaml(spec), staleTime: Infinity })

/** The playbook as it was when the run was requested. */
export default function Spec({ run }: { run: RunDetail }) {
  const text = useQuery(specText(run))
  return (
    <div className={css.panel}>
      <QueryState query={text} what="the playbook" as="part">
        {(shown) => (
          <Editor
            label={`Playbook ${runTitle(run)}`}
            language="yaml"
            value={shown}
            isReadOnly
            height="page"
            fileName={run.playbooks?.name ?? 'playbook'}
          />
        )}
      </QueryState>
    </div>
  )
}
