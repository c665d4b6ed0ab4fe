import '@/commands/account/session.commands'
import { useQuery } from '@tanstack/react-query'
import { type RefObject, useState } from 'react'
import { refetchWhenOpened } from '../../api/client'
import { sessionLabel, type SignedInSession, sessions } from '@/api/account/sessions'
import type { Target } from '../../commands/command'
import { formatCount } from '@/shared/format'
import { formatAbsolute } from '../../lib/format-date'
import type { GridColumn } from '../../ui/grid/column'
import { Time, useTimeDisplay } from '../../ui/time'
import { announce } from '../../ui/voice'
import { CommandButton } from '../shared/commands/command-button'
import { createActionsColumn } from '../shared/list/actions-column'
import { Collection, type CollectionHandle } from '../shared/list/collection'
import { useListView } from '../shared/list/list-view'
import { QueryState } from '../shared/query/query-state'
import css from './sessions.module.css'

export type SessionList = CollectionHandle<SignedInSession>

/** The sessions of the user: this browser, and other sessions, which can be ended. */
export function SessionsSection({ list }: { list: RefObject<SessionList | null> }) {
  const query = useQuery({ ...sessions.list(), refetchOnMount: refetchWhenOpened })
  return (
    <QueryState as="part" query={query} what="your sessions">
      {({ here, others, total }) => (
        <>
          <p className={css.here}>
            <span className={css.device}>{here.device}</span>
            <span className={css.facts}>
              This session{here.address !== '' && `, ${here.address}`}
              {here.signedInAt !== undefined && (
                <>
                  , signed in <Time at={here.signedInAt} as="ago" />
                </>
              )}
            </span>
          </p>
          {total === 0 ? (
            <p className={css.none}>You are signed in nowhere else.</p>
          ) : (
            <Others list={list} others={others} total={total} />
          )}
        </>
      )}
    </QueryState>
  )
}

const targetOf = (row: SignedInSession): Target => ({ kind: 'session', id: row.id, label: sessionLabel(row) })

const columns: readonly GridColumn<SignedInSession>[] = [
  {
    id: 'device',
    title: 'Device',
    width: 'minmax(8rem, 1fr)',
    sortBy: ({ device }) => device,
    cell: ({ device, address }) => (
      <>
        {device} <span className={css.narrow}>{address}</span>
      </>
    ),
  },
  {
    id: 'address',
    title: 'Address',
    width: 'minmax(6rem, 9rem)',
    priority: 3,
    sortBy: ({ address }) => address,
    cell: ({ address }) => <bdi>{address}</bdi>,
  },
  {
    id: 'signedIn',
    title: 'Signed in',
    width: 'var(--moment-width, 5.5rem)',
    priority: 2,
    sortBy: ({ signedInAt }) => signedInAt,
    cell: ({ signedInAt }) => signedInAt && <Time at={signedInAt} as="ago" />,
  },
  {
    id: 'lastUsed',
    title: 'Last used',
    width: 'var(--moment-width, 5.5rem)',
    priority: 3,
    sortBy: ({ lastUsedAt }) => lastUsedAt,
    cell: ({ lastUsedAt }) => lastUsedAt && <Time at={lastUsedAt} as="ago" />,
  },
  createActionsColumn(targetOf),
]

type OthersProps = { list: RefObject<SessionList | null>; others: readonly SignedInSession[]; total: number }

function Others({ list, others, total }: OthersProps) {
  const [view, setView] = useListView()
  const [cursor, setCursor] = useState<string>()
  const { timeZone } = useTimeDisplay()
  const moment = (time: string) => formatAbsolute(new Date(time), timeZone)
  const sentence = (row: SignedInSession) =>
    [
      sessionLabel(row),
      row.signedInAt && `signed in ${moment(row.signedInAt)}`,
      row.lastUsedAt && `last used ${moment(row.lastUsedAt)}`,
    ]
      .filter(Boolean)
      .join(', ')
  return (
    <>
      <Collection<SignedInSession>
        ref={list}
        of="session"
        label="Other sessions"
        className={css.list}
        rows={others}
        columns={columns}
        targetOf={targetOf}
        rowLabel={sentence}
        view={view}
        onView={setView}
        cursor={cursor}
        onCursor={setCursor}
        onOpen={(_row, how) => how === 'enter' && announce('A session has no details. Use its actions to end it.')}
      />
      {others.length < total && (
        <p className={css.none}>{formatCount(total - others.length, 'older session')} not listed.</p>
      )}
      <div>
        <CommandButton call="session.endOthers" label={`End ${formatCount(total, 'other session')}`} />
      </div>
    </>
  )
}
