import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { configChanges } from '../../api/config-changes'
import { pathOf } from '../../lib/paths'
import { DescriptionList } from '../../ui/description-list'
import { Diff } from '../../ui/diff/diff'
import type { DiffLayout } from '../../ui/diff/props'
import { PageLink } from '../../ui/page-link'
import { SeverityBadge } from '../../ui/severity-badge'
import { Time } from '../../ui/time'
import { CommandMenu } from '../shell/commands/command-menu'
import { QueryState } from '../shell/query/query-state'
import { looks, targetOf } from './columns'
import type { Entry } from './rank'
import css from './timeline.module.css'

/** Long enough not to load what the cursor only passes. */
const REST_MS = 150

/** What is known of the event under the cursor, and why it stands where it does. */
export default function Preview({ entry }: { entry: Entry }) {
  const { is, id, title, on, at, summary, severity, by, count, rank, reasons } = entry
  const subject = pathOf(on.kind, on.id)
  return (
    <>
      <div className={css.head}>
        <h2 className={css.heading}>
          <bdi>{title}</bdi>
        </h2>
        <CommandMenu for={targetOf(entry)} />
      </div>
      {reasons.length > 0 && (
        <section aria-label="Why it stands here">
          <p>{`Number ${rank} of the likely causes:`}</p>
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

function ChangeDiff({ id, label }: { id: string; label: string }) {
  const [isResting, setResting] = useState(false)
  const [layout, setLayout] = useState<DiffLayout>('unified')
  useEffect(() => {
    const timer = setTimeout(() => setResting(true), REST_MS)
    return () => clearTimeout(timer)
  }, [])
  const query = useQuery({ ...configChanges.byId(id), enabled: isResting })
  return (
    <QueryState query={query} what="the difference" as="part" gone={null}>
      {({ diff }) => diff && <Diff label={label} patch={diff} layout={layout} onLayout={setLayout} />}
    </QueryState>
  )
}
