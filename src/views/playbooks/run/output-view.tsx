import { queryOptions, useQuery } from '@tanstack/react-query'
import type { StepOutput } from '@/lib/playbooks/step-output'
import { documentToYaml } from '@/lib/catalog/document-yaml'
import { Editor } from '@/ui/editor/editor'
import { FormattedText } from '@/views/shared/formatted-text'
import { CommandButton } from '../../shared/commands/command-button'
import { QueryState } from '../../shared/query/query-state'
import { OutputLines } from './output-lines'
import { OutputTable } from './output-table'
import css from './run.module.css'

/** `of`: the name of the step; `stepId`: a unique key for its results. */
type Props = { of: string; stepId: string; output: StepOutput }

/** One output of a step, rendered by its type. */
export function OutputView({ of, stepId, output: { id, label, shown } }: Props) {
  const name = `${label} of ${of}`
  switch (shown.is) {
    case 'lines':
      return <OutputLines label={name} text={shown.text} />
    case 'table':
      return <OutputTable label={name} columns={shown.columns} rows={shown.rows} total={shown.total} />
    case 'message':
      return (
        <div className={css.output}>
          <div className={css.tools}>
            <CommandButton call="output.download" label="Save" tone="bare" />
          </div>
          <div className={css.panel}>
            <FormattedText text={shown.text} />
          </div>
        </div>
      )
    case 'json':
      return (
        <div className={css.panel}>
          <Editor label={name} language="json" value={shown.text} isReadOnly height="large" fileName={`${of}-${id}`} />
        </div>
      )
    case 'value':
      return <Value name={name} fileName={`${of}-${id}`} id={`${stepId} ${id}`} value={shown.value} />
  }
}

const valueText = (id: string, value: unknown) =>
  queryOptions({
    queryKey: ['stepValue', id],
    queryFn: () => documentToYaml(value),
    staleTime: Infinity,
    gcTime: 0,
  })

function Value({ name, fileName, id, value }: { name: string; fileName: string; id: string; value: unknown }) {
  const text = useQuery(valueText(id, value))
  return (
    <div className={css.panel}>
      <QueryState query={text} what="the result" as="part">
        {(shown) => <Editor label={name} language="yaml" value={shown} isReadOnly height="large" fileName={fileName} />}
      </QueryState>
    </div>
  )
}
