import type { Agent } from '../../src/api/settings/agent-list'

const agent = (id: string, name: string, more: Partial<Agent> = {}): Agent => ({
  id,
  name,
  created_at: '2026-11-01T10:00:00Z',
  created_by: { id: 'ada', name: 'Ada Lovelace' },
  last_seen: '2026-11-20T10:00:00Z',
  config_count: 1204,
  checks_count: 12,
  ...more,
})

export default [
  agent('leeds', 'depot-leeds', {
    playbook_runs_count: 3,
    config_scrapper_count: 1,
    last_received: '2026-11-20T09:58:00Z',
  }),
  agent('dock', 'the agent of the dockyard behind the northern quay, which is reached by radio only', {
    last_received: '0001-01-01T00:00:00Z',
  }),
  agent('new', 'מחסן', { last_seen: null, config_count: null, checks_count: null, created_by: null }),
] satisfies readonly Agent[]
