import { resourcePath } from '@/shared/routing/registry'
import { DescriptionList } from '../../ui/description-list'
import { PageLink } from '../../ui/page-link'
import { SeverityBadge } from '../../ui/severity-badge'
import { Time } from '../../ui/time'
import { ChangeDiff } from '../catalog/shared/changes/change-diff'
import { CommandMenu } from '../shared/commands/command-menu'
import { eventLooks as looks } from '../shared/event-looks'
import { toEventTarget } from './columns'
import type { RankedEvent } from './ranked-events'
import css from './timeline.module.css'

/** The details of the event under the cursor, and the reasons for its rank. */
export default function Preview({ entry }: { entry: RankedEvent }) {
  const { is, id, title, on, at, summary, severity, by, count, rank, reasons } = entry
  const subject = resourcePath(on.kind, on.id)
  return (
    <>
      <div className={css.head}>
        <h2 className={css.heading}>
          <bdi>{title}</bdi>
        </h2>
        <CommandMenu for={toEventTarget(entry)} />
      </div>
      {reasons.length > 0 && (
        <section aria-label="Reasons for its rank">
          <p>{`Likely cause ${rank}:`}</p>
          <ul className={css.reasons}>
            {reasons.map((reason) => (
              <li key={reason}>{reason}</li>
            ))}
          </ul>
        </section>
      )}
      {summary && <p className={css.summary}>{summary}</p>}
      <DescriptionList
        items={[
          { name: 'What', value: looks[is].word },
          {
            name: 'On',
            value: subject ? (
              <PageLink href={subject} className={css.link}>
                <bdi>{on.name}</bdi>
              </PageLink>
            ) : (
              <bdi>{on.name}</bdi>
            ),
          },
          { name: 'When', value: <Time at={new Date(at).toISOString()} /> },
          ...(severity ? [{ name: 'Severity', value: <SeverityBadge severity={severity} /> }] : []),
          ...(by ? [{ name: 'By', value: <bdi>{by}</bdi> }] : []),
          ...(count !== undefined && count > 1 ? [{ name: 'Times', value: count.toLocaleString('en') }] : []),
        ]}
      />
      {is === 'change' && <ChangeDiff id={id} label={title} />}
    </>
  )
}
