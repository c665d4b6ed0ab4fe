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
}

/** Whether the user may approve a run with these approvers; undefined if that depends on unknown teams. */
export function isApprover(
  { people, teams }: PlannedApproval,
  { email, teams: own }: ApproverCandidate
): boolean | undefined {
  if (email !== undefined && people.some((one) => one.toLowerCase() === email.toLowerCase())) return true
  return teams.length === 0 ? false : own?.some((name) => teams.includes(name))
}

/**
 * The approval that is left when the user starts the run, which counts as the user's own approval; undefined if none is
 * left.
 */
export function approvalLeft(
  approval: PlannedApproval,
  { email, teams: own }: ApproverCandidate
): PlannedApproval | undefined {
  if (!isApprover(approval, { email, teams: own })) return approval
  if (!approval.needsAll) return undefined
  const people = approval.people.filter((one) => one.toLowerCase() !== email?.toLowerCase())
  const teams = approval.teams.filter((name) => !own?.includes(name))
  return people.length + teams.length === 0 ? undefined : { people, teams, needsAll: true }
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
