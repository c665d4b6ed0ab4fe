import type { Component } from '../../api/topology'
import { healthOf, ownWordOf } from '../../lib/component-health'
import { capital } from '../../lib/format'
import type { Dot } from '../../lib/health-status'
import { wordsOf } from '../../lib/shown-property'
import { Badge } from '../../ui/badge'
import cell from '../../ui/grid/cell.module.css'
import type { Column } from '../../ui/grid/column'
import { StatusShape } from '../../ui/status'
import { Time } from '../../ui/time'
import { actionsColumn } from '../shell/list/actions-column'
import { TypeIcon } from '../shell/type-icon'
import { factsOf, reasonOf, titleOf } from './facts'
import { headlinesOf } from './order'
import { targetOf } from './target'
import css from './topology.module.css'

const sum = (list: readonly { count: number }[]) => list.reduce((total, { count }) => total + count, 0)
const shownSum = (list: readonly { count: number; words: string }[]) => {
  const count = sum(list)
  return count === 0 ? null : (
    <span title={list.map(({ words }) => words).join('\n')}>{count.toLocaleString('en')}</span>
  )
}

/** Marks a column as sortable. The rows arrive sorted, so the value is not used. */
const isOrdered = { sortBy: () => undefined }

const first: readonly Column<Component>[] = [
  {
    id: 'name',
    title: 'Name',
    width: 'minmax(9rem, 2.2fr)',
    ...isOrdered,
    cell: (one) => (
      <span className={cell.line}>
        <span className={cell.icon}>
          <TypeIcon type={one.type ?? ''} hint={one.icon ?? ''} />
        </span>
        <bdi className={cell.name}>{titleOf(one)}</bdi>
        {one.hidden && <Badge>Hidden</Badge>}
      </span>
    ),
  },
  {
    id: 'type',
    title: 'Type',
    width: 'minmax(5rem, 0.8fr)',
    priority: 2,
    ...isOrdered,
    cell: ({ type }) => <bdi className={cell.quiet}>{type}</bdi>,
  },
  {
    id: 'health',
    title: 'Health',
    width: 'minmax(6rem, 3.2fr)',
    below: true,
    ...isOrdered,
    cell: (one) => <HealthAndReason of={one} />,
  },
  {
    id: 'leaves',
    title: 'Children',
    width: '7.25rem',
    priority: 3,
    cell: (one) => one.is_leaf !== true && <Counts of={factsOf(one).leaves} />,
  },
  {
    id: 'checks',
    title: 'Checks',
    width: '6.5rem',
    priority: 2,
    cell: (one) => <Counts of={factsOf(one).checks} />,
  },
  {
    id: 'incidents',
    title: 'Incidents',
    width: '4.25rem',
    align: 'end',
    priority: 1,
    cell: (one) => shownSum(factsOf(one).incidents),
  },
  {
    id: 'insights',
    title: 'Insights',
    width: '4rem',
    align: 'end',
    priority: 1,
    cell: (one) => shownSum(factsOf(one).insights),
  },
]

const figures: Column<Component> = {
  id: 'figures',
  title: 'Figures',
  width: 'minmax(6rem, 1.4fr)',
  priority: 0,
  cell: (one) => {
    const words = factsOf(one).headline.map(({ sentence }) => sentence)
    return (
      <span className={cell.quiet} title={words.join('\n')}>
        {words.join(' · ')}
      </span>
    )
  },
}

const last: readonly Column<Component>[] = [
  {
    id: 'updated_at',
    title: 'Updated',
    width: 'var(--moment-width, 4.5rem)',
    align: 'end',
    priority: 1,
    isTime: true,
    ...isOrdered,
    cell: ({ updated_at: at }) => at && <Time at={at} as="ago" />,
  },
  actionsColumn(targetOf),
]

/** The columns of the list, with one for each headline property, so that the list can be sorted by it. */
export function columnsOf(list: readonly Component[]): readonly Column<Component>[] {
  const headlines = headlinesOf(list).map(({ id, title, name }): Column<Component> => ({
    id,
    title: capital(title),
    width: 'minmax(4.5rem, 0.6fr)',
    align: 'end',
    priority: 0,
    ...isOrdered,
    cell: (one) => {
      const value = factsOf(one).headline.find((property) => property.name === name)?.value
      return (
        value && (
          <span title={wordsOf(value)}>{value.is === 'moment' ? <Time at={value.at} as="age" /> : wordsOf(value)}</span>
        )
      )
    },
  }))
  return [...first, figures, ...headlines, ...last]
}

/** Ids of the columns that are hidden by default. The Figures column shows all headline properties together. */
export const hiddenAtFirst = (list: readonly Component[]): readonly string[] => headlinesOf(list).map(({ id }) => id)

function HealthAndReason({ of: one }: { of: Component }) {
  const health = healthOf(one)
  const reason = reasonOf(one)
  const word = ownWordOf(one) ?? capital(health)
  return (
    <span className={css.health} title={[word, reason].filter(Boolean).join(': ')}>
      <StatusShape health={health} />
      <bdi className={css.word}>{word}</bdi>
      {reason !== undefined && <span className={css.reason}>{reason}</span>}
    </span>
  )
}

const Counts = ({ of: list }: { of: readonly { health: Dot; count: number; words: string }[] }) => (
  <span className={css.counts}>
    {list.map(({ health, count, words }) => (
      <span key={health} title={words}>
        <StatusShape health={health} size={9} /> {count.toLocaleString('en')}
        <span className="visually-hidden"> {health}</span>
      </span>
    ))}
  </span>
)
