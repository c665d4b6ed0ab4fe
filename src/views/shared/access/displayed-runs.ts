import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { personTeams } from '@/api/playbooks/run'
import { whoami } from '@/api/sign-in/whoami'
import { type DisplayedRun, registerDisplayedRuns } from '@/lib/playbooks/displayed-runs'
import { approvalLeft, isApprover, type PlannedApproval } from '@/lib/playbooks/playbook-approval'
import { isRunOver, isRunWaiting } from '@/lib/playbooks/run-status'

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

type Run = {
  id: string
  status: string
  end_time?: string | null | undefined
  /** The approvers of a run that waits for approval. */
  approval?: PlannedApproval | undefined
}

/**
 * Lets commands know about the displayed runs: which of them are over, and which of them the user may approve.
 * @returns the state of a run; undefined if it is not displayed
 */
export function useDisplayedRuns(runs: readonly Run[]): (runId: string) => DisplayedRun | undefined {
  const candidate = useApproverCandidate(
    runs.some(({ approval }) => approval !== undefined && approval.teams.length > 0)
  )
  const find = (runId: string): DisplayedRun | undefined => {
    const run = runs.find(({ id }) => id === runId)
    return (
      run && {
        isOver: isRunOver(run),
        isWaiting: isRunWaiting(run),
        // For a waiting run without named approvers, the server decides.
        mayApprove: run.approval && candidate && isApprover(run.approval, candidate),
      }
    )
  }
  useEffect(() => registerDisplayedRuns(find))
  return find
}
