import '@/commands/account/tokens.commands'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type AccessToken, tokens } from '@/api/account/tokens'
import { refetchWhenOpened } from '../../api/client'
import type { Target } from '../../commands/command'
import { formatNames } from '@/shared/format'
import { formatAbsolute } from '../../lib/format-date'
import type { GridColumn } from '../../ui/grid/column'
import { Time, useTimeDisplay } from '../../ui/time'
import { announce } from '../../ui/voice'
import { CommandButton } from '../shared/commands/command-button'
import { createActionsColumn } from '../shared/list/actions-column'
import { Collection } from '../shared/list/collection'
import { useListView } from '../shared/list/list-view'
import { QueryState } from '../shared/query/query-state'
import css from './sessions.module.css'

/** The access tokens of the user, which can be created and revoked. */
export function TokensSection() {
  const query = useQuery({ ...tokens.list(), refetchOnMount: refetchWhenOpened })
  return (
    <>
      <QueryState
        as="part"
        query={query}
        what="your access tokens"
        empty={<p className={css.none}>You have no access tokens. Programs use them to act as you.</p>}
      >
        {(rows) => <Tokens rows={rows} />}
      </QueryState>
      <div>
        <CommandButton call="token.create" />
      </div>
    </>
  )
}

const targetOf = ({ id, name }: AccessToken): Target => ({ kind: 'token', id, label: name })
const rolesOf = ({ roles }: AccessToken) => (roles ? formatNames(roles) : 'all roles')
const isExpired = ({ expires_at: at }: AccessToken) => Boolean(at && new Date(at) <= new Date())

const columns: readonly GridColumn<AccessToken>[] = [
  { id: 'name', title: 'Name', width: 'minmax(8rem, 1fr)', sortBy: ({ name }) => name, cell: ({ name }) => name },
  { id: 'roles', title: 'Roles', width: 'minmax(6rem, 9rem)', priority: 2, sortBy: rolesOf, cell: rolesOf },
  {
    id: 'lastUsed',
    title: 'Last used',
    width: 'var(--moment-width, 5.5rem)',
    priority: 3,
    sortBy: ({ last_used_at }) => last_used_at ?? '',
    cell: ({ last_used_at: at }) => (at ? <Time at={at} as="ago" /> : 'never'),
  },
  {
    id: 'expires',
    title: 'Expires',
    width: 'var(--moment-width, 5.5rem)',
    priority: 3,
    sortBy: ({ expires_at }) => expires_at ?? '',
    cell: ({ expires_at: at }) => (at ? <Time at={at} as="ago" /> : 'never'),
  },
  createActionsColumn(targetOf),
]

function Tokens({ rows }: { rows: readonly AccessToken[] }) {
  const [view, setView] = useListView()
  const [cursor, setCursor] = useState<string>()
  const { timeZone } = useTimeDisplay()
  const moment = (time: string) => formatAbsolute(new Date(time), timeZone)
  const sentence = (row: AccessToken) =>
    [
      row.name,
      rolesOf(row),
      row.last_used_at ? `last used ${moment(row.last_used_at)}` : 'never used',
      row.expires_at && `${isExpired(row) ? 'expired' : 'expires'} ${moment(row.expires_at)}`,
    ]
      .filter(Boolean)
      .join(', ')
  return (
    <Collection<AccessToken>
      of="token"
      label="Access tokens"
      className={css.list}
      rows={rows}
      columns={columns}
      targetOf={targetOf}
      rowLabel={sentence}
      view={view}
      onView={setView}
      cursor={cursor}
      onCursor={setCursor}
      onOpen={(_row, how) =>
        how === 'enter' && announce('An access token has no details. Use its actions to revoke it.')
      }
    />
  )
}
