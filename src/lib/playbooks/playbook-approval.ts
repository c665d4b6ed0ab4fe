import { z } from 'zod/mini'

/** Required approvers of a run, by the names in the playbook. */
export type PlannedApproval = { people: readonly string[]; teams: readonly string[]; needsAll: boolean }

/** Any object. */
export const recordSchema = z.record(z.string(), z.unknown())

/** The items of a list that match a schema. A spec of another version may contain others. */
export const parseItems = <T>(list: unknown, shape: z.ZodMiniType<T>): T[] =>
  Array.isArray(list) ? list.flatMap((one) => shape.safeParse(one).data ?? []) : []

const texts = (list: unknown) => parseItems(list, z.string().check(z.minLength(1)))

/** A user, as approvers are named. */
type ApproverCandidate = {
  email: string | undefined
  /** Names of the teams of the user; undefined until they are known. */
  teams: readonly string[] | undefined
  /** Whether the user requested the run. */
  isRequester?: boolean
}

/**
 * Whether the user may approve a run with these approvers; undefined if that depends on unknown teams. Users may approve
 * their own run only if their address is listed.
 */
export function isApprover(
  { people, teams }: PlannedApproval,
  { email, teams: own, isRequester = false }: ApproverCandidate
): boolean | undefined {
  if (email !== undefined && people.some((one) => one.toLowerCase() === email.toLowerCase())) return true
  return teams.length === 0 || isRequester ? false : own?.some((name) => teams.includes(name))
}

/** Why the user may not approve a run, with those who may; undefined if the user may, or if only the server knows. */
export function describeNoApprover(approval: PlannedApproval, candidate: ApproverCandidate): string | undefined {
  if (isApprover(approval, candidate) !== false) return undefined
  const why = candidate.isRequester
    ? 'You requested this run, so someone else must approve it'
    : 'You are not an approver of this playbook, directly or through a team'
  return `${why}. Approvers: ${nameApprovers(approval).join(', ')}.`
}

export const nameApprovers = ({ people, teams }: PlannedApproval): readonly string[] => [
  ...people,
  ...teams.map((team) => `the team ${team}`),
]

/**
 * The approval that is left when the user requests the run, which counts as the approval of a user whose address is
 * listed; undefined if none is left.
 */
export function approvalLeft(approval: PlannedApproval, email: string | undefined): PlannedApproval | undefined {
  const people = approval.people.filter((one) => one.toLowerCase() !== email?.toLowerCase())
  if (people.length === approval.people.length) return approval
  const { teams, needsAll } = approval
  return !needsAll || people.length + teams.length === 0 ? undefined : { people, teams, needsAll }
}

/** The approval that a spec requires; undefined if it requires none. */
export function readApproval(spec: unknown): PlannedApproval | undefined {
  const approval = recordSchema.safeParse(recordSchema.safeParse(spec).data?.['approval']).data
  const approvers = recordSchema.safeParse(approval?.['approvers']).data
  const people = texts(approvers?.['people'])
  const teams = texts(approvers?.['teams'])
  const count = people.length + teams.length
  return count === 0 ? undefined : { people, teams, needsAll: approval?.['type'] !== 'any' && count > 1 }
}
