import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { personTeams } from '@/api/playbooks/run'
import { whoami } from '@/api/sign-in/whoami'
import { registerApprovable } from '@/lib/playbooks/approvable'
import { isApprover, type PlannedApproval } from '@/lib/playbooks/playbook-approval'

/** A run that waits for approval, with its approvers. */
type Waiting = { id: string; approval?: PlannedApproval | undefined }

/**
 * Publishes to commands which of these runs the user may approve.
 * @returns whether the user may approve a run; undefined if unknown
 */
export function useApprovableRuns(runs: readonly Waiting[]): (runId: string) => boolean | undefined {
  const me = useQuery(whoami()).data
  const hasTeams = runs.some(({ approval }) => approval !== undefined && approval.teams.length > 0)
  const teams = useQuery({ ...personTeams(me?.id ?? ''), enabled: me !== undefined && hasTeams }).data
  const find = (runId: string) => {
    const approval = runs.find(({ id }) => id === runId)?.approval
    // For a waiting run without named approvers, the server decides.
    return approval && me && isApprover(approval, { email: me.email, teams })
  }
  useEffect(() => registerApprovable(find))
  return find
}
