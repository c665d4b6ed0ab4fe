import type { Component } from '@/api/topology/topology'
import { componentHealthDot, readOwnStatus } from '@/lib/topology/component-health'
import { capital } from '@/shared/format'
import type { HealthDot } from '@/lib/catalog/health-status'
import { describePropertyValue } from '@/lib/topology/display-property'
import { Badge } from '../../ui/badge'
import cell from '../../ui/grid/cell.module.css'
import type { GridColumn } from '../../ui/grid/column'
import { MiddleText } from '../../ui/grid/middle-text'
import { StatusShape } from '../../ui/status'
import { Time } from '../../ui/time'
import { createActionsColumn } from '../shared/list/actions-column'
import { TypeIcon } from '../shared/type-icon'
import { cardFacts, healthReason, componentTitle } from './facts'
import { headlineColumns } from './order'
import { toComponentTarget } from './target'
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

const first: readonly GridColumn<Component>[] = [
  {
    id: 'name',
    title: 'Name',
    width: 'minmax(9rem, 2.2fr)',
    ...isOrdered,
    isName: true,
    cell: (one) => (
      <span className={cell.line}>
        <span className={cell.icon}>
          <TypeIcon type={one.type ?? ''} hint={one.icon ?? ''} />
        </span>
        <MiddleText text={componentTitle(one)} className={cell.name} />
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
    width: 'minmax(10rem, 3.2fr)',
    below: true,
    ...isOrdered,
    cell: (one) => <HealthAndReason of={one} />,
  },
  {
    id: 'leaves',
    title: 'Children',
    width: '7.25rem',
    priority: 3,
    cell: (one) => one.is_leaf !== true && <Counts of={cardFacts(one).leaves} />,
  },
  {
    id: 'checks',
    title: 'Checks',
    width: '6.5rem',
    priority: 2,
    cell: (one) => <Counts of={cardFacts(one).checks} />,
  },
  {
    id: 'incidents',
    title: 'Incidents',
    width: '4.25rem',
    align: 'end',
    priority: 1,
    cell: (one) => shownSum(cardFacts(one).incidents),
  },
  {
    id: 'insights',
    title: 'Insights',
    width: '4rem',
    align: 'end',
    priority: 1,
    cell: (one) => shownSum(cardFacts(one).insights),
  },
]

const figures: GridColumn<Component> = {
  id: 'figures',
  title: 'Figures',
  width: 'minmax(6rem, 1.4fr)',
  priority: 0,
  cell: (one) => {
    const words = cardFacts(one).headline.map(({ sentence }) => sentence)
    return (
      <span className={cell.quiet} title={words.join('\n')}>
        {words.join(' · ')}
      </span>
    )
  },
}

const last: readonly GridColumn<Component>[] = [
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
  createActionsColumn(toComponentTarget),
]

/** The columns of the list, with one for each headline property, so that the list can be sorted by it. */
export function componentColumns(list: readonly Component[]): readonly GridColumn<Component>[] {
  const headlines = headlineColumns(list).map(({ id, title, name }): GridColumn<Component> => ({
    id,
    title: capital(title),
    width: 'minmax(4.5rem, 0.6fr)',
    align: 'end',
    priority: 0,
    // The column of figures shows all headline properties together.
    startsHidden: true,
    ...isOrdered,
    cell: (one) => {
      const value = cardFacts(one).headline.find((property) => property.name === name)?.value
      return (
        value && (
          <span title={describePropertyValue(value)}>
            {value.is === 'moment' ? <Time at={value.at} as="age" /> : describePropertyValue(value)}
          </span>
        )
      )
    },
  }))
  return [...first, figures, ...headlines, ...last]
}

function HealthAndReason({ of: one }: { of: Component }) {
  const health = componentHealthDot(one)
  const reason = healthReason(one)
  const word = readOwnStatus(one) ?? capital(health)
  return (
    <span className={css.health} title={[word, reason].filter(Boolean).join(': ')}>
      <StatusShape health={health} />
      <bdi className={css.word}>{word}</bdi>
      {reason !== undefined && <span className={css.reason}>{reason}</span>}
    </span>
  )
}

const Counts = ({ of: list }: { of: readonly { health: HealthDot; count: number; words: string }[] }) => (
  <span className={css.counts}>
    {list.map(({ health, count, words }) => (
      <span key={health} title={words}>
        <StatusShape health={health} size={9} /> {count.toLocaleString('en')}
        <span className="visually-hidden"> {health}</span>
      </span>
    ))}
  </span>
)
