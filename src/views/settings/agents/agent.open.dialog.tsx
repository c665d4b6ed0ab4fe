import { useQuery } from '@tanstack/react-query'
import { type Agent, agentList } from '@/api/settings/agent-list'
import type { Target } from '@/commands/command'
import { agentHealth, agentHealthLabels, setMoment } from '@/lib/settings/agent-health'
import { Button } from '@/ui/button'
import { DescriptionList } from '@/ui/description-list'
import { Dialog } from '@/ui/dialog'
import { Notice } from '@/ui/notice'
import { Time } from '@/ui/time'
import { useNow } from '@/ui/use-now'
import type { CommandDialogProps } from '../../shared/forms/command-dialog'
import { CommandButton } from '../../shared/commands/command-button'
import { QueryState } from '../../shared/query/query-state'

/** One agent: when it was seen, where it runs, and how much it pushed. */
export default function AgentDialog({ known, onClose }: CommandDialogProps) {
  const [target] = known['agent'] as readonly Target<'agent'>[]
  const { data, ...rest } = useQuery(agentList.list())
  const found = data && (data.find(({ id }) => id === target?.id) ?? null)
  return (
    <Dialog
      title={found?.name ?? target?.label ?? 'Agent'}
      actions={
        <Button tone="primary" onPress={() => void onClose()}>
          Done
        </Button>
      }
      onClose={() => void onClose()}
    >
      <QueryState
        query={{ ...rest, data: found }}
        what="the agent"
        as="pane"
        gone={
          <Notice tone="empty" title="Agent not found" actions={<CommandButton call="go.agents" />}>
            The agent may have been deleted.
          </Notice>
        }
      >
        {(agent) => <Facts {...agent} />}
      </QueryState>
    </Dialog>
  )
}

const moment = (at: string | null | undefined) => {
  const set = setMoment(at)
  return set ? <Time at={set} as="ago" /> : 'Never'
}

function Facts(agent: Agent) {
  const health = useNow((ms) => agentHealth(agent, ms))
  const counts = [
    { name: 'Config items', value: agent.config_count },
    { name: 'Checks', value: agent.checks_count },
    { name: 'Scrapers', value: agent.config_scrapper_count },
    { name: 'Playbook runs', value: agent.playbook_runs_count },
  ]
  return (
    <DescriptionList
      items={[
        { name: 'Status', value: agentHealthLabels[health] },
        { name: 'Last seen', value: moment(agent.last_seen) },
        { name: 'Last push', value: moment(agent.last_received) },
        ...(agent.description ? [{ name: 'Description', value: agent.description }] : []),
        ...(agent.hostname ? [{ name: 'Host', value: agent.hostname }] : []),
        ...(agent.version ? [{ name: 'Version', value: agent.version }] : []),
        ...counts.map(({ name, value }) => ({ name, value: (value ?? 0).toLocaleString('en') })),
        ...Object.entries(agent.properties ?? {}).map(([name, value]) => ({ name, value: String(value) })),
        ...(agent.created_by?.name ? [{ name: 'Created by', value: agent.created_by.name }] : []),
        { name: 'Created', value: <Time at={agent.created_at} as="ago" /> },
      ]}
    />
  )
}
