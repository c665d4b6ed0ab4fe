import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { personTeams } from '@/api/playbooks/run'
import { whoami } from '@/api/sign-in/whoami'
import { registerApprovable } from '@/lib/playbooks/approvable'
import { approvalLeft, isApprover, type PlannedApproval } from '@/lib/playbooks/playbook-approval'

/** The signed-in user, as approvers are named; undefined while the user is not known. */
function useApproverCandidate(hasTeams: boolean) {
  const me = useQuery(whoami()).data
  const teams = useQuery({ ...personTeams(me?.id ?? ''), enabled: me !== undefined && hasTeams }).data
  return me && { email: me.email, teams }
}

/** The approval that is left when the user starts a run; undefined if none is left, so that it starts at once. */
export function useApprovalLeft(approval: PlannedApproval | undefined): PlannedApproval | undefined {
  const candidate = useApproverCandidate(approval !== undefined && approval.teams.length > 0)
  return approval && candidate ? approvalLeft(approval, candidate) : approval
}

/** A run that waits for approval, with its approvers. */
type Waiting = { id: string; approval?: PlannedApproval | undefined }

/**
 * Publishes to commands which of these runs the user may approve.
 * @returns whether the user may approve a run; undefined if unknown
 */
export function useApprovableRuns(runs: readonly Waiting[]): (runId: string) => boolean | undefined {
  const candidate = useApproverCandidate(
    runs.some(({ approval }) => approval !== undefined && approval.teams.length > 0)
  )
  const find = (runId: string) => {
    const approval = runs.find(({ id }) => id === runId)?.approval
    // For a waiting run without named approvers, the server decides.
    return approval && candidate && isApprover(approval, candidate)
  }
  useEffect(() => registerApprovable(find))
  return find
}
