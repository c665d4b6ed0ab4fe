import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { teamsOf } from '../../../api/run'
import { whoami } from '../../../api/whoami'
import { showApprovable } from '../../../lib/approvable'
import { isApprover, type PlannedApproval } from '../../../lib/playbook-approval'

/** A run that waits for approval, and for whose. */
type Waiting = { id: string; approval?: PlannedApproval | undefined }

/**
 * Tells commands which of these runs who looks on may approve.
 * @returns whether that may be so of a run; undefined where it is not known
 */
export function useApprovable(runs: readonly Waiting[]): (runId: string) => boolean | undefined {
  const me = useQuery(whoami()).data
  const hasTeams = runs.some(({ approval }) => approval !== undefined && approval.teams.length > 0)
  const teams = useQuery({ ...teamsOf(me?.id ?? ''), enabled: me !== undefined && hasTeams }).data
  const find = (runId: string) => {
    const approval = runs.find(({ id }) => id === runId)?.approval
    // One that waits and names nobody is for the server to decide.
    return approval && me && isApprover(approval, { email: me.email, teams })
  }
  useEffect(() => showApprovable(find))
  return find
}
