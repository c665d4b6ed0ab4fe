import { teamMembers, type TeamMember } from '@/api/settings/teams'
import type { Effects, Outcome, Target } from '../command'

type OfTeam = { team: readonly Target<'team'>[] }

/** Specification, "The error catalogue": `{names} added to the team successfully`. */
export async function addMembers(
  { team: [team], members }: OfTeam & { members: readonly string[] },
  effects: Effects
): Promise<Outcome | void> {
  if (!team) return undefined
  const before = await effects.fetch({ ...teamMembers.of(team.id), staleTime: 0 })
  const added = members.filter((id) => !before.some((one) => one.id === id))
  if (added.length === 0) return { message: 'These users are members of the team already.' }
  await effects.mutate(teamMembers.add(), { team: team.id, people: added })
  const names = await namesOf(added, effects)
  return {
    message: `${names} added to the team successfully`,
    undo: async () => {
      for (const person of added) await effects.mutate(teamMembers.remove(), { team: team.id, person })
      return { message: `Removed ${names} from ${team.label} again.` }
    },
  }
}

/** Specification, "The error catalogue": `{name} removed from team successfully`. */
export async function removeMember(
  { team: [team], person }: OfTeam & { person: string },
  effects: Effects
): Promise<Outcome | void> {
  if (!team) return undefined
  const name = await namesOf([person], effects)
  await effects.mutate(teamMembers.remove(), { team: team.id, person })
  return {
    message: `${name} removed from team successfully`,
    undo: async () => {
      await effects.mutate(teamMembers.add(), { team: team.id, people: [person] })
      return { message: `Added ${name} to ${team.label} again.` }
    },
  }
}

async function namesOf(ids: readonly string[], effects: Effects): Promise<string> {
  const all: readonly TeamMember[] = await effects.fetch(teamMembers.people())
  return ids.map((id) => all.find((one) => one.id === id)?.name || id.slice(0, 8)).join(', ')
}
