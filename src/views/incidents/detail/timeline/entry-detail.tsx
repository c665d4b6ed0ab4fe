import { useMemo, useState } from 'react'
import type { Target } from '@/commands/command'
import type { TimelineEntry } from '@/lib/incidents/incident-timeline'
import { resourcePath } from '@/shared/routing/registry'
import { DescriptionList } from '@/ui/description-list'
import { Notice } from '@/ui/notice'
import { PageLink } from '@/ui/page-link'
import { SeverityBadge } from '@/ui/severity-badge'
import { Time, useTimeDisplay } from '@/ui/time'
import { ChangeDiff } from '@/views/catalog/shared/changes/change-diff'
import { CommandButton } from '@/views/shared/commands/command-button'
import { DetailPane } from '@/views/shared/list/detail/detail-pane'
import type { DetailProps } from '@/views/shared/list/detail/detail-props'
import { CommentText } from '../comment-text'
import css from '../incident.module.css'
import { entryAddress, isEventKind, isTextEntry, describeEntryFor, toEntryTarget, entryKindLabel } from './entries'

/** The detail of a timeline entry: the text that was written, or the event and its resource. */
export default function EntryDetail({ row, controls }: DetailProps<TimelineEntry>) {
  const display = useTimeDisplay()
  const [openedAt] = useState(() => new Date())
  const target = useMemo(
    (): Target => (row ? toEntryTarget(row) : { kind: 'event', id: controls.id, label: 'Entry' }),
    [row, controls.id]
  )
  return (
    <DetailPane
      address={entryAddress}
      controls={controls}
      target={target}
      summary={row && describeEntryFor(display, openedAt)(row)}
      hasMenu={row !== undefined}
      isGone={!row}
      instead={!row && <Gone />}
      side={null}
      tabs={[{ id: 'about', label: row ? entryKindLabel(row.is) : 'About', panel: row ? <Body entry={row} /> : null }]}
    />
  )
}

const Gone = () => (
  <Notice tone="empty" title="Not found on this timeline" actions={<CommandButton call="detail.back" />}>
    The link may be outdated, or the entry was removed.
  </Notice>
)

function Body({ entry }: { entry: TimelineEntry }) {
  const { is, id, title, text, on, by, at, severity, count, isEvidence } = entry
  const { kind, about } = toEntryTarget(entry)
  return (
    <div className={css.body}>
      {isTextEntry(entry) ? <CommentText text={text ?? ''} /> : <p className={css.description}>{title}</p>}
      {!isTextEntry(entry) && text && <p className={css.description}>{text}</p>}
      <DescriptionList
        items={[
          ...(on ? [{ name: isEventKind(is) ? 'On' : 'Hypothesis', value: <ResourceLink {...on} /> }] : []),
          ...(severity ? [{ name: 'Severity', value: <SeverityBadge severity={severity} /> }] : []),
          ...(count !== undefined && count > 1 ? [{ name: 'Times', value: count.toLocaleString('en') }] : []),
          ...(by ? [{ name: 'Who', value: <bdi>{by}</bdi> }] : []),
          { name: 'When', value: <Time at={new Date(at).toISOString()} as="exact" /> },
          ...(isEvidence ? [{ name: 'Evidence', value: 'Already linked to this incident' }] : []),
        ]}
      />
      {is === 'change' && <ChangeDiff id={id} label={title} />}
      <p className={css.actions}>
        {[kind, about?.kind].some((one) => one && canBeEvidence.has(one)) && !isEvidence && (
          <CommandButton call="evidence.link" />
        )}
        <CommandButton call="comment.add" />
      </p>
    </div>
  )
}

const canBeEvidence = new Set<string>(['change', 'insight', 'check', 'component', 'config'])

function ResourceLink({ kind, id, name }: NonNullable<TimelineEntry['on']>) {
  const path = resourcePath(kind, id)
  return path ? (
    <PageLink href={path} className={css.link}>
      <bdi>{name}</bdi>
    </PageLink>
  ) : (
    <bdi>{name}</bdi>
  )
}
