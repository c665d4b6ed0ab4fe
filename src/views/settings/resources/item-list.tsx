import { useQuery } from '@tanstack/react-query'
import type { Target } from '@/commands/command'
import { resourcePath } from '@/shared/routing/registry'
import type { ItemList as Described, ItemListEntry } from '@/resources/resource'
import { Badge } from '@/ui/badge'
import { PageLink } from '@/ui/page-link'
import { SeverityBadge } from '@/ui/severity-badge'
import rows from '@/ui/short-list.module.css'
import { StatusBadge } from '@/ui/status-word'
import { Time } from '@/ui/time'
import { QueryState } from '../../shared/query/query-state'
import css from './item-page.module.css'

/** The newest items that a resource created, each with a link to its page. */
export default function ItemListTab({ of, list }: { of: Target; list: Described }) {
  const query = useQuery(list.query(of.id))
  const what = list.label.toLowerCase()
  return (
    <QueryState
      query={query}
      what={`the ${what}`}
      as="part"
      isEmpty={({ rows: all }) => all.length === 0}
      empty={<p className={css.none}>{list.emptyText(of.label)}</p>}
    >
      {({ rows: all, total, omitted }) => (
        <>
          {list.note && <p className={css.lead}>{list.note}</p>}
          <ul className={rows.list} aria-label={list.label}>
            {all.map(list.toEntry).map((one) => (
              <Listed key={one.target.id} {...one} />
            ))}
          </ul>
          {omitted !== undefined && <p className={css.rest}>{omitted}</p>}
          {total > all.length && (
            <p className={css.rest}>
              The newest {all.length} of {total.toLocaleString('en')} {what}.
            </p>
          )}
        </>
      )}
    </QueryState>
  )
}

function Listed({ target, severity, status, isStatusWord, tone, isOver, note, at }: ItemListEntry) {
  const path = resourcePath(target.kind, target.id)
  const name = <bdi>{target.label}</bdi>
  const className = isOver ? `${rows.name} ${css.over}` : rows.name
  return (
    <li className={`${rows.row} ${rows.wrapping}`}>
      {path === undefined ? (
        <span className={className}>{name}</span>
      ) : (
        <PageLink href={path} className={className}>
          {name}
        </PageLink>
      )}
      <SeverityBadge severity={severity} />
      {isStatusWord && <StatusBadge word={status} />}
      {tone && <Badge tone={tone}>{status}</Badge>}
      <span className={rows.quiet}>{[isStatusWord || tone ? '' : status, note].filter(Boolean).join(', ')}</span>
      <span className={rows.when}>
        <Time at={at} as="ago" />
      </span>
    </li>
  )
}
