import { jobHistory, type WholeJobRun } from '@/api/settings/job-history'
import { jobResource } from '@/lib/settings/job-resource'
import { LOCAL_AGENT } from '@/lib/settings/origin'
import { agentPath } from '@/shared/pages/settings'
import { resourcePath } from '@/shared/routing/registry'
import type { Effects, Outcome, Target } from '../command'

type One = { job: readonly Target<'job'>[] }

/** Opens the page of the resource that a job ran for. */
export async function openJobResource({ job: [one] }: One, effects: Effects): Promise<Outcome | void> {
  const about = one?.about ?? jobResource(await requireRun(one, effects))
  const path = about && resourcePath(about.kind, about.id)
  if (path === undefined) return { message: 'This job has no resource with a page.', isFailure: true }
  effects.navigate(path)
}

export async function openJobAgent({ job: [one] }: One, effects: Effects): Promise<Outcome | void> {
  const { agent } = await requireRun(one, effects)
  if (!agent?.id || agent.id === LOCAL_AGENT)
    return { message: 'The server itself ran this job, not an agent.', isFailure: true }
  effects.navigate(agentPath(agent.id))
}

export async function copyJobResource({ job: [one] }: One, effects: Effects): Promise<Outcome> {
  const id = one?.about?.id ?? (await requireRun(one, effects)).resource_id
  if (!id) return { message: 'This job has no resource.', isFailure: true }
  await effects.copy(id)
  // Specification, "Job history".
  return { message: `Copied ${id} to clipboard` }
}

/** @throws {Error} if the run is no longer stored */
async function requireRun(target: Target | undefined, effects: Effects): Promise<WholeJobRun> {
  const found = await effects.fetch(jobHistory.byId(target?.id ?? ''))
  if (!found) throw new Error('This run is no longer stored: the server keeps only the newest runs of each job.')
  return found
}
