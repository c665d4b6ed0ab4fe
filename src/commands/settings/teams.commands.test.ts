import { expect, test } from 'vitest'
import type { Effects, Target } from '../command'
import { removeMember } from './teams.runs'

const team: Target<'team'> = { kind: 'team', id: 'platform-id', label: 'platform' }

test('removes a member with its message, and adds the member again [TEAM-16]', async () => {
  const sent: unknown[] = []
  const effects = {
    fetch: async () => [{ id: 'ada-id', name: 'Ada Lovelace' }],
    mutate: async (_mutation: unknown, variables: unknown) => void sent.push(variables),
  } as unknown as Effects
  const outcome = await removeMember({ team: [team], person: 'ada-id' }, effects)
  expect(outcome?.message).toBe('Ada Lovelace removed from team successfully')
  expect(await outcome?.undo?.()).toEqual({ message: 'Added Ada Lovelace to platform again.' })
  expect(sent).toEqual([
    { team: 'platform-id', person: 'ada-id' },
    { team: 'platform-id', people: ['ada-id'] },
  ])
})
