import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { personTeams } from '@/api/playbooks/run'
import { whoami } from '@/api/sign-in/whoami'
import { type DisplayedRun, registerDisplayedRuns } from '@/lib/playbooks/displayed-runs'
import { approvalLeft, describeNoApprover, type PlannedApproval } from '@/lib/playbooks/playbook-approval'
import { isRunOver, isRunWaiting } from '@/lib/playbooks/run-status'

/** The signed-in user, as approvers are named; undefined while the user is not known. */
function useApproverCandidate(hasTeams: boolean) {
  const me = useQuery(whoami()).data
  const teams = useQuery({ ...personTeams(me?.id ?? ''), enabled: me !== undefined && hasTeams }).data
  return me && { id: me.id, email: me.email, teams }
}

/**
 * The approval that is left when the user requests a run; undefined if none is left, so that it starts at once. `teams`
 * are those of the listed teams of which the user is a member.
 */
export function useApprovalLeft(approval: PlannedApproval): {
  left: PlannedApproval | undefined
  teams: readonly string[]
} {
  const candidate = useApproverCandidate(approval.teams.length > 0)
  return {
    left: candidate ? approvalLeft(approval, candidate.email) : approval,
    teams: approval.teams.filter((team) => candidate?.teams?.includes(team)),
  }
}

type Run = {
  id: string
  status: string
  end_time?: string | null | undefined
  /** Who requested it. */
  created_by?: { id: string } | null | undefined
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
        noApproval:
          run.approval &&
          candidate &&
          describeNoApprover(run.approval, { ...candidate, isRequester: run.created_by?.id === candidate.id }),
      }
    )
  }
  useEffect(() => registerDisplayedRuns(find))
  return find
}
