import { useQuery } from '@tanstack/react-query'
import { catalog, type RelatedCheck } from '@/api/catalog/catalog'
import { configItemName } from '@/lib/catalog/config-name'
import { uptimePercent } from '@/api/health/checks'
import { capital, formatDuration, formatPercent } from '@/shared/format'
import { toHealthDot } from '@/lib/catalog/health-status'
import { checkPath } from '@/shared/pages/health'
import { PageLink } from '@/ui/page-link'
import { StatusShape } from '@/ui/status'
import { Time } from '@/ui/time'
import { QueryState } from '../../shared/query/query-state'
import type { ConfigTabProps } from './config-tabs'
import rows from '@/ui/short-list.module.css'
import css from './config.module.css'

/** The checks of an item. Each links to its detail on the health page. */
export default function ConfigChecks({ item }: ConfigTabProps) {
  return (
    <QueryState
      query={useQuery(catalog.checks(item.id))}
      what="the checks"
      as="part"
      empty={<p className={css.none}>No check watches {configItemName(item)}.</p>}
    >
      {(list) => (
        <ul className={rows.list}>
          {list.map((check) => (
            <Check key={check.id} {...check} />
          ))}
        </ul>
      )}
    </QueryState>
  )
}

function Check({ id, name, type, severity, status, uptime, latency, last_runtime: ran }: RelatedCheck) {
  const { passed, failed } = { passed: uptime?.passed ?? 0, failed: uptime?.failed ?? 0 }
  const percent = uptimePercent({ uptime: { passed, failed } })
  const facts = [
    type,
    severity,
    percent === null ? undefined : `${formatPercent(percent)} up in the last hour`,
    typeof latency?.p95 === 'number' ? `95 % of runs within ${formatDuration(latency.p95)}` : undefined,
  ]
  return (
    <li>
      <PageLink href={checkPath(id)} className={`${rows.row} ${rows.wrapping}`}>
        <StatusShape health={toHealthDot(status || 'unknown')} />
        <span className="visually-hidden">{capital(status || 'unknown')}: </span>
        <bdi className={rows.name}>{name}</bdi>
        <span className={rows.quiet}>{facts.filter(Boolean).join(', ')}</span>
        <span className={rows.when}>{ran ? <Time at={ran} as="ago" /> : 'never ran'}</span>
      </PageLink>
    </li>
  )
}
