import type { ReactNode } from 'react'
import type { RunDetail } from '@/api/playbooks/run'
import { runSubject, runTitle } from '@/api/playbooks/run-list'
import { formatDuration } from '@/shared/format'
import { runPage, runsOfPath } from '@/shared/pages/playbooks'
import { LOCAL_AGENT } from '@/lib/settings/origin'
import { resourcePath } from '@/shared/routing/registry'
import { DescriptionList } from '@/ui/description-list'
import { PageLink } from '@/ui/page-link'
import { Time } from '@/ui/time'
import { AgentName } from '../../shared/agent-name'
import { FactGroup } from '../../shared/fact-group'
import { RunDuration } from '../run-status'
import css from './run.module.css'

const present = (items: readonly { name: string; value: ReactNode }[]) =>
  items.filter(({ value }) => value !== undefined && value !== null)

/** The other properties of a run: playbook, resource, approvals and times. */
export function PlaybookRunFacts({ run }: { run: RunDetail }) {
  const subject = runSubject(run)
  const { created_by: by, parent_id: parent, agent_id: agent, notification_send_id: notification } = run
  const approvals = run.playbook_approvals
  return (
    <>
      <DescriptionList
        items={present([
          {
            name: 'Playbook',
            value: (
              <PageLink href={runsOfPath(run.playbook_id)} className={css.link}>
                <bdi>{runTitle(run)}</bdi>
              </PageLink>
            ),
          },
          {
            name: 'Resource',
            value: subject && (
              <PageLink href={resourcePath(subject.kind, subject.id) ?? ''} className={css.link}>
                <bdi>{subject.label}</bdi>
              </PageLink>
            ),
          },
          {
            name: 'Started by',
            value: by?.name ? <bdi>{by.name}</bdi> : notification ? 'A notification' : undefined,
          },
          { name: 'Agent', value: agent && agent !== LOCAL_AGENT ? <AgentName id={agent} /> : undefined },
          {
            name: 'Parent run',
            value: parent && (
              <PageLink href={runPage.at(parent)} className={css.link}>
                Open parent run
              </PageLink>
            ),
          },
        ])}
      />
      {approvals.length > 0 && (
        <FactGroup title="Approvals" isShown>
          <DescriptionList
            items={approvals.map(({ person, team, created_at: at }) => ({
              name: person?.name ?? (team ? `Team ${team.name}` : 'Unknown user'),
              value: (
                <>
                  {person && team ? (
                    <>
                      approved for the team <bdi>{team.name}</bdi>{' '}
                    </>
                  ) : (
                    'approved '
                  )}
                  <Time at={at} as="ago" />
                </>
              ),
            }))}
          />
        </FactGroup>
      )}
      <FactGroup title="Times" isShown>
        <DescriptionList
          items={present([
            { name: 'Requested', value: <Time at={run.created_at} as="ago" /> },
            { name: 'Scheduled', value: run.scheduled_time && <Time at={run.scheduled_time} as="ago" /> },
            { name: 'Started', value: run.start_time && <Time at={run.start_time} as="ago" /> },
            { name: 'Queued', value: formatQueued(run) },
            { name: 'Ended', value: run.end_time && <Time at={run.end_time} as="ago" /> },
            { name: 'Duration', value: run.start_time && <RunDuration run={run} /> },
          ])}
        />
      </FactGroup>
    </>
  )
}

const formatQueued = ({ created_at: requested, start_time: started }: RunDetail) =>
  started ? formatDuration(Math.max(0, Date.parse(started) - Date.parse(requested))) : undefined
