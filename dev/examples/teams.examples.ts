import type { Team } from '../../src/api/settings/teams'

const team = (id: string, name: string, more: Partial<Team> = {}): Team => ({
  id,
  name,
  icon: 'group',
  source: 'UI',
  created_at: '2026-11-01T10:00:00Z',
  ...more,
})

export default [
  team('platform', 'platform', { job_status: 'SUCCESS', job_time_start: '2026-11-20T10:00:00Z' }),
  team('cards', 'the team that looks after gift cards, vouchers and everything that expires', {
    job_status: 'FAILED',
    job_details: { errors: ['team gift-cards has no selectors'] },
    created_by: { id: 'ada', name: 'Ada Lovelace' },
  }),
  team('he', 'צוות התשלומים', { source: 'KubernetesCRD' }),
] satisfies readonly Team[]
