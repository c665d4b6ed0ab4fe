import type { Account, Person } from '../../api/people'
import { Avatar } from '../../ui/avatar'
import { Badge } from '../../ui/badge'
import type { Column } from '../../ui/grid/column'
import { Time } from '../../ui/time'
import { CommandMenu } from '../shell/commands/command-menu'
import css from './people.module.css'
import { accountLabels, targetOf } from './person-labels'

const tones = { active: 'good', invited: 'accent', off: 'warn', none: 'plain' } as const satisfies Record<
  Account,
  string
>

export const columns: readonly Column<Person>[] = [
  {
    id: 'name',
    title: 'Name',
    width: 'minmax(6.5rem, 1.4fr)',
    sortBy: ({ name }) => name.toLocaleLowerCase('en'),
    cell: ({ name, email, avatar }) => (
      <span className={css.who}>
        <Avatar name={name} email={email} image={avatar} size="small" />
        <bdi className={css.name}>{name}</bdi>
      </span>
    ),
  },
  {
    id: 'email',
    title: 'E-mail',
    width: 'minmax(8rem, 1.2fr)',
    priority: 2,
    sortBy: ({ email }) => email || undefined,
    cell: ({ email }) => <span className={css.quiet}>{email}</span>,
  },
  {
    id: 'roles',
    title: 'Roles',
    width: 'minmax(4.5rem, 1fr)',
    sortBy: ({ roles }) => roles.join(' ') || undefined,
    groupBy: ({ roles }) => roles.join(', ') || 'No role',
    cell: ({ roles }) =>
      roles.length === 0 ? (
        <span className={css.quiet}>No role</span>
      ) : (
        <span className={css.roles}>
          {roles.map((role) => (
            <Badge key={role}>{role}</Badge>
          ))}
        </span>
      ),
  },
  {
    id: 'account',
    title: 'Account',
    width: '6.5rem',
    priority: 3,
    sortBy: ({ account }) => accountLabels[account],
    groupBy: ({ account }) => accountLabels[account],
    cell: ({ account }) => <Badge tone={tones[account]}>{accountLabels[account]}</Badge>,
  },
  {
    id: 'lastLogin',
    title: 'Last seen',
    width: '6rem',
    align: 'end',
    priority: 1,
    sortBy: ({ lastLogin }) => lastLogin,
    cell: ({ lastLogin }) =>
      lastLogin === undefined ? <span className={css.quiet}>never</span> : <Time at={lastLogin} as="ago" />,
  },
  {
    id: 'actions',
    title: 'Actions',
    width: '3rem',
    align: 'end',
    isFixed: true,
    cell: (person) => <CommandMenu isIcon for={targetOf(person)} />,
  },
]
