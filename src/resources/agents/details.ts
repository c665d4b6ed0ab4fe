import { type Agent, agentList } from '@/api/settings/agent-list'
import { agentHealth, agentHealthLabels, setMoment } from '@/lib/settings/agent-health'
import { formatCount } from '@/shared/format'
import { defineDetails, defineWholeRows } from '../resource'

const healthOf = (agent: Agent) => agentHealth(agent, Date.now())
const count = (value: number | null | undefined) => (value ? value.toLocaleString('en') : undefined)

export default defineDetails<Agent>({
  rows: defineWholeRows(agentList.list, (agent) =>
    [agent.name, agent.hostname, agent.description, agentHealthLabels[healthOf(agent)]].filter(Boolean).join(' ')
  ),
  identify: ({ id, name }) => ({ id, label: name }),
  describe: (agent) =>
    [
      agent.name,
      agentHealthLabels[healthOf(agent)].toLowerCase(),
      agent.config_count && `${formatCount(agent.config_count, 'config item')}`,
      agent.checks_count && formatCount(agent.checks_count, 'check'),
    ]
      .filter(Boolean)
      .join(', '),
  searchLabel: 'Search by name, host, description or status',
  columns: [
    { id: 'name', title: 'Name', width: 'minmax(5.5rem, 1.4fr)', as: 'name', value: ({ name }) => name },
    {
      id: 'status',
      title: 'Status',
      width: 'minmax(7rem, 0.8fr)',
      priority: 3,
      as: 'status',
      value: (agent) => agentHealthLabels[healthOf(agent)],
      isGroupable: true,
    },
    {
      id: 'configs',
      title: 'Configs',
      width: '4rem',
      align: 'end',
      priority: 1,
      value: ({ config_count: value }) => count(value),
    },
    {
      id: 'checks',
      title: 'Checks',
      width: '4rem',
      align: 'end',
      priority: 1,
      value: ({ checks_count: value }) => count(value),
    },
    {
      id: 'scrapers',
      title: 'Scrapers',
      width: '4rem',
      align: 'end',
      priority: 0,
      value: ({ config_scrapper_count: value }) => count(value),
    },
    {
      id: 'runs',
      title: 'Runs',
      width: '3.5rem',
      align: 'end',
      priority: 0,
      value: ({ playbook_runs_count: value }) => count(value),
    },
    {
      id: 'seen',
      title: 'Last seen',
      width: '5rem',
      align: 'end',
      priority: 2,
      as: 'moment',
      value: ({ last_seen: at }) => setMoment(at),
      none: 'never',
    },
    {
      id: 'pushed',
      title: 'Last push',
      width: '5rem',
      align: 'end',
      priority: 0,
      as: 'moment',
      value: ({ last_received: at }) => setMoment(at),
      none: 'never',
    },
  ],
  opens: { command: 'agent.open', slot: 'agent' },
  actions: { needs: ['agents'], all: [{ call: 'agent.generate', isPrimary: true }] },
  empty: {
    title: 'No agents yet',
    text: 'An agent runs in another cluster and pushes its config items, checks and components here.',
  },
  hint: (agent) => agentHealthLabels[healthOf(agent)].toLowerCase(),
})
