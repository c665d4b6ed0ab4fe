import { queryOptions, useQuery } from '@tanstack/react-query'
import {
  type NotificationDetail,
  notificationHistory,
  notificationResource,
  type NotificationRow,
  toNotificationTarget,
} from '@/api/notifications/history'
import { documentToYaml } from '@/lib/catalog/document-yaml'
import { toHealthDot } from '@/lib/catalog/health-status'
import { kindNoun } from '@/lib/kinds'
import type { SendNames } from '@/lib/notifications/explain-send'
import { isSendFailed, isResendable } from '@/lib/notifications/send-status'
import { readSendMessage } from '@/lib/notifications/send-message'
import { notificationSubject } from '@/lib/notifications/subject'
import { capital, formatCount, formatDuration } from '@/shared/format'
import { notificationPath } from '@/shared/pages/notifications'
import { runPage } from '@/shared/pages/playbooks'
import { resourcePath } from '@/shared/routing/registry'
import { DescriptionList } from '@/ui/description-list'
import { Editor } from '@/ui/editor/editor'
import { Notice } from '@/ui/notice'
import { PageLink } from '@/ui/page-link'
import { Skeleton } from '@/ui/skeleton'
import { StatusShape } from '@/ui/status'
import { Time, TimeUntil } from '@/ui/time'
import { FormattedText } from '@/views/shared/formatted-text'
import { CommandButton } from '@/views/shared/commands/command-button'
import { DetailPane } from '@/views/shared/list/detail/detail-pane'
import type { DetailProps } from '@/views/shared/list/detail/detail-props'
import { MissingParts } from '@/views/shared/query/missing-parts'
import { QueryState } from '@/views/shared/query/query-state'
import css from '../notifications.module.css'
import { notificationAddress } from '../url'
import { RecipientName, SendStatusBadge, useExplanation } from './columns'
import { type HistoryNames, useHistoryNames } from './use-history-names'

/** A notification of the list with its message, as far as both are loaded. */
type Known = Omit<NotificationDetail, 'resource'> &
  Pick<NotificationRow, 'resource' | 'playbook_run' | 'custom_service' | 'leased_until'>

/** One notification: what happened to it and why, its resource, rule and recipient, and the message. */
export default function NotificationDetailView({ row, controls }: DetailProps<NotificationRow>) {
  const { id } = controls
  const own = useQuery(notificationHistory.byId(id))
  const detail = own.data ?? undefined
  const known = joined(row, detail)
  return (
    <DetailPane
      address={notificationAddress}
      controls={controls}
      target={
        known
          ? { ...toNotificationTarget(known), label: headingOf(known) }
          : { kind: 'notification', id, label: 'Notification' }
      }
      summary={known && `${known.source_event}, ${known.status ?? ''}`}
      hasMenu={known !== undefined}
      isGone={own.data === null && row === undefined}
      instead={
        !known && (
          <QueryState
            query={own}
            what="the notification"
            as="page"
            pending={<Skeleton label="Loading the notification…" as="text" />}
            gone={<NoSuchNotification />}
          />
        )
      }
      side={known && <Facts send={known} />}
      tabs={[
        {
          id: 'message',
          label: 'Message',
          panel: (
            <QueryState
              query={own}
              what="the message"
              as="part"
              pending={<Skeleton label="Loading the message…" as="text" />}
              gone={<p className={css.none}>The backend does not return the message of this notification.</p>}
            >
              {(found) => found && <Message of={found} />}
            </QueryState>
          ),
        },
        {
          id: 'event',
          label: 'Event',
          panel: (
            <QueryState
              query={own}
              what="the event"
              as="part"
              pending={<Skeleton label="Loading the event…" as="text" />}
              gone={<p className={css.none}>The backend does not return the event of this notification.</p>}
            >
              {(found) => found && <EventPayload of={found} />}
            </QueryState>
          ),
        },
      ]}
      footer={known && <Footer send={known} />}
    />
  )
}

const headingOf = (send: Known) => capital(`notification about ${notificationSubject(send)}`)

/** The row is newer while it refreshes in the list; only the detail has the message. */
function joined(row: NotificationRow | undefined, detail: NotificationDetail | undefined): Known | undefined {
  if (row) return { ...detail, ...row }
  return (
    detail && {
      ...detail,
      custom_service: payloadMember(detail, 'custom_service'),
      leased_until: payloadMember(detail, 'leased_until'),
    }
  )
}

function payloadMember({ payload }: NotificationDetail, name: string): string | undefined {
  const value = payload?.[name]
  return typeof value === 'string' ? value : undefined
}

const NoSuchNotification = () => (
  <Notice tone="empty" title="Notification not found" actions={<CommandButton call="detail.back" />}>
    The link may be outdated, the notification may have been deleted, or you may not have access to it.
  </Notice>
)

function Facts({ send }: { send: Known }) {
  const { names, missing } = useHistoryNames([send])
  const parent = useQuery({ ...notificationHistory.subject(send.parent_id ?? ''), enabled: Boolean(send.parent_id) })
  const text = useExplanation({
    send,
    names: {
      silence: send.silenced_by ? names.silence.get(send.silenced_by) : undefined,
      parent: parent.data ?? undefined,
      playbook: send.playbook_run?.playbook_name ?? undefined,
      rule: names.rule.get(send.notification_id),
    } satisfies Omit<SendNames, 'formatTime'>,
  })
  return (
    <>
      <div className={css.marks}>
        <SendStatusBadge status={send.status} />
      </div>
      {text && (
        <p className={`${css.reason} ${isSendFailed(send) ? css.failure : ''}`}>
          <bdi>{text}</bdi>
        </p>
      )}
      <MissingParts missing={missing} of="names" />
      <DescriptionList
        items={[
          { name: 'Resource', value: <ResourceLink send={send} /> },
          { name: 'Event', value: send.source_event },
          ...causes(send, names, parent.data ?? undefined),
          { name: 'Rule', value: <RuleLink send={send} names={names} /> },
          { name: 'Recipient', value: <RecipientName row={send} names={names} /> },
          ...times(send),
        ]}
      />
    </>
  )
}

/** The resource with a link to its page, and its health now. */
function ResourceLink({ send }: { send: Known }) {
  const about = notificationResource(send)
  const name = notificationSubject(send)
  const path = about && resourcePath(about.kind, about.id)
  const kind = [send.resource_kind && capital(kindNoun(send.resource_kind as never)), send.resource_type]
  return (
    <>
      {send.resource?.health && <StatusShape health={toHealthDot(send.resource.health)} />}{' '}
      {path === undefined ? (
        <bdi>{name}</bdi>
      ) : (
        <PageLink href={path} className={css.link}>
          <bdi>{name}</bdi>
        </PageLink>
      )}{' '}
      <span className={css.none}>
        {[...kind, send.resource?.health, send.resource?.deleted_at && 'deleted'].filter(Boolean).join(' · ')}
      </span>
    </>
  )
}

const RuleLink = ({ send, names }: { send: Known; names: HistoryNames }) => (
  <PageLink href={`/notifications/rules?id=${send.notification_id}`} className={css.link}>
    <bdi>{names.rule.get(send.notification_id) ?? 'The rule'}</bdi>
  </PageLink>
)

type Items = Parameters<typeof DescriptionList>[0]['items']

/** What held the notification back, with links. */
function causes(send: Known, names: HistoryNames, parent: string | undefined): Items {
  return [
    ...(send.silenced_by
      ? [
          {
            name: 'Silence',
            value: (
              <PageLink href={resourcePath('silence', send.silenced_by) ?? ''} className={css.link}>
                <bdi>{names.silence.get(send.silenced_by) ?? 'The silence'}</bdi>
              </PageLink>
            ),
          },
        ]
      : []),
    ...(send.parent_id
      ? [
          {
            name: 'Earlier notification',
            value: (
              <PageLink href={notificationPath(send.parent_id)} className={css.link}>
                <bdi>{parent ?? 'Show'}</bdi>
              </PageLink>
            ),
          },
        ]
      : []),
    ...(send.playbook_run_id
      ? [
          {
            name: 'Playbook run',
            value: (
              <PageLink href={runPage.at(send.playbook_run_id)} className={css.link}>
                <bdi>{send.playbook_run?.playbook_name ?? 'Show'}</bdi>
              </PageLink>
            ),
          },
        ]
      : []),
  ]
}

/** When it happened, how often, and how long sending took. */
function times(send: Known): Items {
  return [
    { name: 'Age', value: <Time at={send.created_at} as="ago" /> },
    {
      name: 'First observed',
      value: (
        <>
          <Time at={send.first_observed} as="ago" />
          {send.count > 1 && `, ${formatCount(send.count, 'time')}`}
        </>
      ),
    },
    ...(send.not_before ? [{ name: 'Next attempt', value: <TimeUntil at={send.not_before} /> }] : []),
    ...(send.retries ? [{ name: 'Retries', value: String(send.retries) }] : []),
    ...(typeof send.duration_millis === 'number'
      ? [{ name: 'Duration', value: formatDuration(send.duration_millis) }]
      : []),
  ]
}

/** The message as it was sent, as text. Its HTML never becomes markup of the page. */
function Message({ of }: { of: NotificationDetail }) {
  const sections = readSendMessage(of)
  if (sections.length === 0)
    return <p className={`${css.panel} ${css.none}`}>No message was created, because the notification was not sent.</p>
  return (
    <div className={css.panel}>
      {sections.map((text, at) => (
        // Sections have no identity other than their position, and are always rendered together.
        // oxlint-disable-next-line react/no-array-index-key
        <FormattedText key={at} text={text} />
      ))}
    </div>
  )
}

const payloadText = ({ id, payload }: NotificationDetail) =>
  queryOptions({
    queryKey: [...notificationHistory.all, 'payloadText', id, payload],
    queryFn: () => documentToYaml(publicPayload(payload ?? {})),
    staleTime: Infinity,
  })

/** Leaves out the lease, which is internal, and the service, whose address can contain secrets. */
const publicPayload = (payload: NonNullable<NotificationDetail['payload']>) =>
  Object.fromEntries(Object.entries(payload).filter(([key]) => key !== 'custom_service' && key !== 'leased_until'))

/** The event as the rule received it. */
function EventPayload({ of }: { of: NotificationDetail }) {
  const text = useQuery(payloadText(of))
  if (!of.payload || Object.keys(of.payload).length === 0)
    return <p className={`${css.panel} ${css.none}`}>The event was not stored.</p>
  return (
    <div className={css.panel}>
      <QueryState query={text} what="the event" as="part">
        {(shown) => (
          <Editor
            label={`Event of the notification about ${notificationSubject(of)}`}
            language="yaml"
            value={shown}
            isReadOnly
            height="large"
            fileName={of.source_event}
          />
        )}
      </QueryState>
    </div>
  )
}

function Footer({ send }: { send: Known }) {
  const about = notificationResource(send)
  if (!about && !isResendable(send)) return null
  return (
    <footer className={css.footer}>
      {isResendable(send) && <CommandButton call="notification.resend" />}
      {about && <CommandButton call="notification.history" label={`All about ${about.label}`} short="All" />}
      {about && <CommandButton call="silence.create" label="Silence" />}
    </footer>
  )
}
