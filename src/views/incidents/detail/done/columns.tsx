import { describeScript } from '@/lib/incidents/done-scripts'
import cell from '@/ui/grid/cell.module.css'
import type { GridColumn } from '@/ui/grid/column'
import { StatusBadge } from '@/ui/status-word'
import { Time } from '@/ui/time'
import { createActionsColumn } from '@/views/shared/list/actions-column'
import css from './done.module.css'
import {
  doneItemName,
  type DoneItem,
  readScriptMessage,
  splitDoneItem,
  doneStateLabels,
  toDoneItemTarget,
  describeCondition,
} from './done-items'

export const doneColumns: readonly GridColumn<DoneItem>[] = [
  {
    id: 'part',
    title: 'Item',
    width: 'minmax(8rem, 3fr)',
    wraps: true,
    sortBy: doneItemName,
    cell: (part) => {
      const { name, kind, said } = splitDoneItem(part)
      return (
        <span className={`${cell.line} ${cell.wrapping}`}>
          <bdi className={cell.name}>{name}</bdi>
          {kind !== '' && <span className={cell.quiet}>{[kind, said].filter(Boolean).join(': ')}</span>}
          <span className={cell.below}>{`${doneStateLabels[part.state]}. ${describeCondition(part.evidence)}`}</span>
        </span>
      )
    },
  },
  {
    id: 'state',
    title: 'Status',
    width: '6.5rem',
    priority: 3,
    sortBy: ({ state }) => doneStateLabels[state],
    groupBy: ({ state }) => doneStateLabels[state],
    cell: ({ state }) => <StatusBadge word={doneStateLabels[state]} />,
  },
  {
    id: 'when',
    title: 'Done when',
    width: 'minmax(7rem, 2.5fr)',
    priority: 2,
    sortBy: ({ evidence }) => describeCondition(evidence),
    cell: (part) => <When part={part} />,
  },
  {
    id: 'since',
    title: 'Since',
    width: 'var(--moment-width, 5.5rem)',
    align: 'end',
    priority: 1,
    sortBy: ({ since }) => since,
    cell: ({ since }) => since && <Time at={since} as="ago" />,
  },
  createActionsColumn(toDoneItemTarget),
]

function When({ part }: { part: DoneItem }) {
  const { script } = part.evidence
  const message = readScriptMessage(part)
  return (
    <span className={cell.line} title={[script, message].filter(Boolean).join('\n')}>
      {script && !describeScript(script) ? (
        <code className={`${cell.words} ${css.script}`}>{script}</code>
      ) : (
        <span className={cell.words}>{describeCondition(part.evidence)}</span>
      )}
      {message && (
        <span className={part.state === 'failed' ? `${cell.quiet} ${css.failed}` : cell.quiet}>{message}</span>
      )}
    </span>
  )
}
