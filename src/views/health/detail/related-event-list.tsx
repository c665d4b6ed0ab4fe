import type { RelatedEvent } from '@/api/health/related-events'
import { formatCount, formatDuration } from '@/shared/format'
import { configPage } from '@/shared/pages/catalog'
import { componentPage } from '@/shared/pages/topology'
import { PageLink } from '@/ui/page-link'
import { StatusShape } from '@/ui/status'
import { StatusIcon } from '@/ui/status-word'
import { Time } from '@/ui/time'
import { eventHealth, eventTitle } from './event-marks'
import css from './related-event-list.module.css'

/** Changes and playbook runs, newest first: title, time, author and diff. */
export const RelatedEventList = ({ list }: { list: readonly RelatedEvent[] }) => (
  <ul className={css.list}>
    {list.map((one) => (
      <li key={one.id} className={css.item}>
        {one.is === 'run' ? <StatusIcon word={one.status} /> : <StatusShape health={eventHealth(one)} />}
        <div className={css.content}>
          <p className={css.title}>
            <bdi>{eventTitle(one)}</bdi>
          </p>
          <p className={css.about}>
            <Time at={one.created_at} as="ago" />
            {factsOf(one).map((fact) => (
              <span key={fact}>{fact}</span>
            ))}
            <Subject of={one} />
          </p>
          {one.is === 'change' ? <ChangeBody {...one} /> : one.error && <p className={css.words}>{one.error}</p>}
        </div>
      </li>
    ))}
  </ul>
)

function factsOf(one: RelatedEvent): string[] {
  const facts =
    one.is === 'change'
      ? [
          one.severity && `Severity ${one.severity}`,
          one.source && one.source !== one.change_type && one.source,
          one.external_created_by && `by ${one.external_created_by}`,
          one.count && one.count > 1 && formatCount(one.count, 'time'),
        ]
      : [
          one.created_by && `by ${one.created_by.name}`,
          one.start_time &&
            one.end_time &&
            `took ${formatDuration(Date.parse(one.end_time) - Date.parse(one.start_time))}`,
          ...Object.entries(one.parameters ?? {}).map(([name, value]) => `${name}: ${String(value)}`),
        ]
  return facts.filter((fact) => typeof fact === 'string' && fact !== '') as string[]
}

/** The config item or component of an event, as a link. */
function Subject({ of }: { of: RelatedEvent }) {
  if (of.config)
    return (
      <PageLink href={configPage.at(of.config.id)} className={css.link}>
        <bdi>{of.config.name}</bdi> in the catalog
      </PageLink>
    )
  if (of.is === 'run' && of.component)
    return (
      <PageLink href={componentPage.at(of.component.id)} className={css.link}>
        <bdi>{of.component.name}</bdi> in the topology
      </PageLink>
    )
  return null
}

const ChangeBody = ({ summary, diff }: Extract<RelatedEvent, { is: 'change' }>) => (
  <>
    {summary && <p className={css.words}>{summary}</p>}
    {diff && (
      // Focusable, so that keys can scroll it.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      <pre className={css.diff} role="group" aria-label="Diff" tabIndex={0}>
        {diff
          .trimEnd()
          .split('\n')
          .map((line, at) => (
            // The lines never change, so the index is a stable key.
            // oxlint-disable-next-line react/no-array-index-key
            <span key={at} data-line={line.startsWith('+') ? 'in' : line.startsWith('-') ? 'out' : undefined}>
              {`${line}\n`}
            </span>
          ))}
      </pre>
    )}
  </>
)
