import { wordsOfScript } from '../../../../lib/done-scripts'
import { Badge, type BadgeTone } from '../../../../ui/badge'
import cell from '../../../../ui/grid/cell.module.css'
import type { Column } from '../../../../ui/grid/column'
import { Time } from '../../../../ui/time'
import { actionsColumn } from '../../../shell/list/actions-column'
import css from './done.module.css'
import { nameOf, type Part, saidBy, shownOf, stateWords, targetOf, whenOf } from './parts'

const tones: Readonly<Record<Part['state'], BadgeTone>> = { done: 'good', waiting: 'warn', failed: 'bad' }

export const columns: readonly Column<Part>[] = [
  {
    id: 'part',
    title: 'Item',
    width: 'minmax(8rem, 3fr)',
    wraps: true,
    sortBy: nameOf,
    cell: (part) => {
      const { name, kind, said } = shownOf(part)
      return (
        <span className={`${cell.line} ${cell.wrapping}`}>
          <bdi className={cell.name}>{name}</bdi>
          {kind !== '' && <span className={cell.quiet}>{[kind, said].filter(Boolean).join(': ')}</span>}
          <span className={cell.below}>{`${stateWords[part.state]}. ${whenOf(part.evidence)}`}</span>
        </span>
      )
    },
  },
  {
    id: 'state',
    title: 'Status',
    width: '6.5rem',
    priority: 3,
    sortBy: ({ state }) => stateWords[state],
    groupBy: ({ state }) => stateWords[state],
    cell: ({ state }) => <Badge tone={tones[state]}>{stateWords[state]}</Badge>,
  },
  {
    id: 'when',
    title: 'Done when',
    width: 'minmax(7rem, 2.5fr)',
    priority: 2,
    sortBy: ({ evidence }) => whenOf(evidence),
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
  actionsColumn(targetOf),
]

function When({ part }: { part: Part }) {
  const { script } = part.evidence
  const message = saidBy(part)
  return (
    <span className={cell.line} title={[script, message].filter(Boolean).join('\n')}>
      {script && !wordsOfScript(script) ? (
        <code className={`${cell.words} ${css.script}`}>{script}</code>
      ) : (
        <span className={cell.words}>{whenOf(part.evidence)}</span>
      )}
      {message && (
        <span className={part.state === 'failed' ? `${cell.quiet} ${css.failed}` : cell.quiet}>{message}</span>
      )}
    </span>
  )
}
