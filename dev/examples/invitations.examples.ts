import type { PendingInvitation } from '../../src/api/settings/invitations'

export default [
  {
    id: '5a000001-0000-4000-8000-000000000001',
    email: 'priya@fennick.example',
    role: 'editor',
    invitedAt: '2026-11-20T10:00:00Z',
    invitedBy: 'Ada Lovelace',
  },
  {
    id: '5a000001-0000-4000-8000-000000000002',
    email: 'mireille.castellanos-featherstonehaugh@quillmoor.example',
    role: 'viewer',
    invitedAt: '2026-11-14T10:00:00Z',
    invitedBy: '',
  },
] satisfies readonly PendingInvitation[]
