import { invitations, type PendingInvitation } from '@/api/settings/invitations'
import { defineDetails, defineWholeRows } from '../resource'

/** Invitations to create an account that nobody has accepted yet. */
export default defineDetails<PendingInvitation>({
  rows: defineWholeRows(invitations.pending, ({ email, role, invitedBy }) => `${email} ${role} ${invitedBy}`),
  identify: ({ id, email }) => ({ id, label: email }),
  describe: ({ email, role, invitedBy }) =>
    [email, role, invitedBy && `invited by ${invitedBy}`].filter(Boolean).join(', '),
  searchLabel: 'Search by e-mail, role or inviter',
  columns: [
    { id: 'email', title: 'E-mail', width: 'minmax(6.5rem, 1.4fr)', as: 'name', value: ({ email }) => email },
    {
      id: 'role',
      title: 'Role',
      width: 'minmax(4.5rem, 0.6fr)',
      below: true,
      as: 'badge',
      value: ({ role }) => role,
      isGroupable: true,
    },
    {
      id: 'invitedBy',
      title: 'Invited by',
      width: 'minmax(6rem, 1fr)',
      priority: 2,
      as: 'quiet',
      value: ({ invitedBy }) => invitedBy,
      isGroupable: true,
    },
    {
      id: 'invitedAt',
      title: 'Invited',
      width: '6rem',
      align: 'end',
      priority: 1,
      as: 'moment',
      value: ({ invitedAt }) => invitedAt,
    },
  ],
  opens: { command: 'invitation.copyLink', slot: 'invitation' },
  actions: {
    needs: ['auth', 'rbac'],
    all: [
      { call: 'go.people', label: 'People' },
      { call: 'person.invite', isPrimary: true },
    ],
  },
  empty: { title: 'No pending invitations', text: 'Invited people appear here until they have created their account.' },
})
