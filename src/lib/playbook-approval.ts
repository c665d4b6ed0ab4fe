import { z } from 'zod/mini'

/** Who has to approve a run before it starts, as the playbook names them. */
export type PlannedApproval = { people: readonly string[]; teams: readonly string[]; needsAll: boolean }

/** Anything with members. */
export const record = z.record(z.string(), z.unknown())

/** Of a list, the members that have a shape: a spec may come from a version that knows others. */
export const those = <T>(list: unknown, shape: z.ZodMiniType<T>): T[] =>
  Array.isArray(list) ? list.flatMap((one) => shape.safeParse(one).data ?? []) : []

const texts = (list: unknown) => those(list, z.string().check(z.minLength(1)))

/** Somebody as approvers are named. */
export type MaybeApprover = {
  email: string | undefined
  /** The names of their teams; undefined while they are not known. */
  teams: readonly string[] | undefined
}

/** Whether somebody may approve what waits for these; undefined where that depends on teams that are not known. */
export function isApprover(
  { people, teams }: PlannedApproval,
  { email, teams: own }: MaybeApprover
): boolean | undefined {
  if (email !== undefined && people.some((one) => one.toLowerCase() === email.toLowerCase())) return true
  return teams.length === 0 ? false : own?.some((name) => teams.includes(name))
}

/** Who has to approve what a spec describes; undefined where nobody has to. */
export function approvalIn(spec: unknown): PlannedApproval | undefined {
  const approval = record.safeParse(record.safeParse(spec).data?.['approval']).data
  const approvers = record.safeParse(approval?.['approvers']).data
  const people = texts(approvers?.['people'])
  const teams = texts(approvers?.['teams'])
  const count = people.length + teams.length
  return count === 0 ? undefined : { people, teams, needsAll: approval?.['type'] !== 'any' && count > 1 }
}
