import { type AccountState, people, type Person } from '@/api/settings/people'
import { defineDetails, defineWholeRows } from '../resource'

const accounts = {
  active: 'Active',
  invited: 'Invited',
  off: 'Off',
  none: 'No account',
  unread: 'Not available',
} as const satisfies Record<AccountState, string>

function describeRoles(roles: Person['roles']) {
  if (roles === undefined) return false
  return roles.length === 0 ? 'no role' : roles.join(' and ')
}

/** The roles as badges. */
const roleNames = ({ roles = ['Not available'] }: Person) => roles

/** The users that the console knows, with their roles and whether they can sign in. */
export default defineDetails<Person>({
  rows: defineWholeRows(
    people.list,
    (row) => `${row.name} ${row.email} ${roleNames(row).join(' ')} ${accounts[row.account]}`
  ),
  identify: ({ id, name }) => ({ id, label: name }),
  describe: ({ name, email, roles, account }) =>
    [name, email, describeRoles(roles), account !== 'unread' && accounts[account].toLowerCase()]
      .filter(Boolean)
      .join(', '),
  searchLabel: 'Search by name, e-mail, role or account',
  columns: [
    {
      id: 'name',
      title: 'Name',
      width: 'minmax(6.5rem, 1.4fr)',
      as: 'name',
      value: ({ name }) => name,
      person: ({ email, avatar }) => ({ email, image: avatar }),
    },
    {
      id: 'email',
      title: 'E-mail',
      width: 'minmax(7.25rem, 1.2fr)',
      priority: 2,
      as: 'quiet',
      value: ({ email }) => email,
    },
    {
      id: 'roles',
      title: 'Roles',
      width: 'minmax(4.5rem, 1fr)',
      below: true,
      as: 'badge',
      value: roleNames,
      none: 'No role',
      isGroupable: true,
    },
    {
      id: 'account',
      title: 'Account',
      width: '7.25rem',
      priority: 3,
      as: 'status',
      value: ({ account }) => accounts[account],
      isGroupable: true,
    },
    {
      id: 'lastLogin',
      title: 'Last seen',
      width: '6rem',
      align: 'end',
      priority: 1,
      as: 'moment',
      value: ({ lastLogin }) => lastLogin,
      none: 'never',
    },
  ],
  opens: { command: 'person.edit', slot: 'person' },
  actions: {
    needs: ['auth', 'rbac'],
    all: [
      { call: 'go.invitations', label: 'Invitations' },
      { call: 'go.outbox', label: 'Outbox' },
      { call: 'person.invite', isPrimary: true },
    ],
  },
  empty: {
    title: 'No users yet',
    text: 'Invited users appear here with their roles and the state of their accounts.',
  },
  hint: ({ email, roles = [] }) => [email, roles.join(', ')].filter(Boolean).join(' · '),
})
