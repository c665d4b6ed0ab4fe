import '../every-command'
import { expect, test } from 'vitest'
import { ApiError } from '@/api/http'
import { NO_ACCOUNTS } from '@/shared/settings/no-accounts'
import type { Person } from '@/api/settings/people'
import type { Effects, Outcome, Target } from '../command'
import { buildContext } from '../context'
import { commandAvailability } from '../prepare'
import { findCommand } from '../registry'

const person = (id: string, roles: string[]): Person => ({
  id,
  name: `name-${id}`,
  firstName: `name-${id}`,
  lastName: '',
  email: `${id}@example.org`,
  avatar: '',
  roles,
  account: 'active',
  lastLogin: undefined,
})
const target = (id: string): Target<'person'> => ({ kind: 'person', id, label: `name-${id}` })

/** Runs a command against a backend that has these people and refuses some ids. `written` is the list of writes. */
async function run(id: string, args: Record<string, unknown>, known: Person[], refused: Record<string, string> = {}) {
  const written: unknown[] = []
  const effects: Partial<Effects> = {
    progress: () => undefined,
    signal: new AbortController().signal,
    fetch: (async () => known) as unknown as Effects['fetch'],
    mutate: (async (_mutation: unknown, variables: unknown) => {
      written.push(variables)
      const on = typeof variables === 'string' ? variables : (variables as { id: string }).id
      if (refused[on]) throw new Error(refused[on])
    }) as unknown as Effects['mutate'],
  }
  const outcome = (await findCommand(id)?.run?.(args, effects as Effects)) as Outcome
  return { outcome, written }
}

test('replaces all roles by one and restores all of them on undo', async () => {
  const { outcome, written } = await run('person.setRole', { people: [target('a')], role: 'viewer' }, [
    person('a', ['editor', 'responder']),
  ])
  expect(outcome.message).toBe('name-a now has the role viewer.')
  const whole = { id: 'a', firstName: 'name-a', lastName: '', email: 'a@example.org', active: true }
  expect(written).toEqual([{ ...whole, role: 'viewer' }])
  expect(await outcome.undo?.()).toEqual({ message: 'Restored the roles of name-a.' })
  expect(written.slice(1)).toEqual([
    { ...whole, role: 'editor' },
    { id: 'a', roles: ['responder'] },
  ])
})

test('restores an edited person on undo, with all roles', async () => {
  const change = { person: [target('a')], firstName: 'Ada', lastName: '', email: 'a@example.org', role: 'viewer' }
  const { outcome, written } = await run('person.edit', change, [person('a', ['editor', 'responder'])])
  expect(await outcome.undo?.()).toEqual({ message: 'Restored name-a.' })
  expect(written.slice(1)).toMatchObject([
    { firstName: 'name-a', role: 'editor' },
    { id: 'a', roles: ['responder'] },
  ])
  const first = await run('person.edit', change, [person('a', [])])
  expect(await first.outcome.undo?.()).toEqual({ message: 'Restored name-a, but keeps the role viewer.' })
})

test('has no undo for a first role, because the server cannot remove all roles', async () => {
  const { outcome } = await run('person.setRole', { people: [target('a')], role: 'viewer' }, [person('a', [])])
  expect(outcome.undo).toBeUndefined()
})

const LAST = 'The last administrator cannot be removed. Give another person that role first.'

test.each([
  ['person.delete', {}],
  ['person.setRole', { role: 'viewer' }],
  ['person.disable', {}],
])('%s of the last administrator fails with the server’s message', async (id, rest) => {
  await expect(run(id, { people: [target('a')], ...rest }, [person('a', ['admin'])], { a: LAST })).rejects.toThrow(LAST)
})

test('names people who could not be deleted, with the reason', async () => {
  const { outcome } = await run('person.delete', { people: [target('a'), target('b')] }, [], { b: LAST })
  expect(outcome).toMatchObject({
    message: `Deleted name-a. Not deleted: name-b. ${LAST}`,
    failed: [target('b')],
    next: [{ call: { id: 'person.delete', args: { people: [target('b')] } } }],
  })
  expect(outcome.undo).toBeUndefined()
})

test('undo does not turn off an account that was already on', async () => {
  const both = { people: [target('a'), target('b')] }
  const { outcome, written } = await run('person.enable', both, [
    person('a', []),
    { ...person('b', []), account: 'off' },
  ])
  expect(outcome.message).toBe('name-b can sign in again.')
  await outcome.undo?.()
  expect(written).toEqual([
    { id: 'b', state: 'active' },
    { id: 'b', state: 'inactive' },
  ])
  const none = await run('person.enable', { people: [target('a')] }, [person('a', [])])
  expect(none).toEqual({ outcome: { message: 'name-a can already sign in.' }, written: [] })
})

test('turns an account off with undo', async () => {
  const { outcome, written } = await run('person.disable', { people: [target('a')] }, [])
  expect(outcome.message).toBe('name-a can no longer sign in.')
  expect(await outcome.undo?.()).toEqual({ message: 'name-a can sign in again.' })
  expect(written).toEqual([
    { id: 'a', state: 'inactive' },
    { id: 'a', state: 'active' },
  ])
})

const offer = (
  id: string,
  signIn: 'none' | 'basic' | 'password' | 'kratos',
  backend: 'embedded' | 'gateway' = 'embedded'
) => {
  const command = findCommand(id)
  const deployment = { signIn, backend }
  const here = { path: '/', roles: ['admin'], online: true, deployment, nameOf: () => undefined }
  return command && commandAvailability(command, buildContext([], here))
}

test.each([
  ['person.invite', 'none', 'embedded', NO_ACCOUNTS],
  ['person.invite', 'basic', 'embedded', NO_ACCOUNTS],
  ['person.invite', 'password', 'gateway', NO_ACCOUNTS],
  ['person.disable', 'none', 'gateway', NO_ACCOUNTS],
  ['person.invite', 'kratos', 'embedded', true],
  ['person.invite', 'kratos', 'gateway', true],
  // The protocol has no such request.
  ['person.inviteAgain', 'kratos', 'gateway', false],
  ['person.setRole', 'none', 'embedded', true],
] as const)('%s with %s sign-in and the %s backend: %s', (id, signIn, backend, expected) => {
  expect(offer(id, signIn, backend)).toBe(expected)
})

const INVITE = { id: '5a000002-0000-4000-8000-000000000001', email: 'Grace@example.org', role: 'editor' }
const GRACE = { firstName: 'Grace', lastName: 'Hopper', email: 'grace@example.org', role: 'editor' }

/** Invites Grace at a backend that answers so, and has these pending invitations. */
async function invite(answer: () => unknown, pending: readonly object[] = []) {
  const effects: Partial<Effects> = {
    fetch: (async () => pending) as unknown as Effects['fetch'],
    mutate: (async () => answer()) as unknown as Effects['mutate'],
  }
  return (await findCommand('person.invite')?.run?.(GRACE, effects as Effects)) as Outcome
}

const refuse = (status: number, message: string) => () => {
  throw new ApiError('http', message, { status })
}

test('shows the link of an invitation and describes its effect', async () => {
  const link = 'https://console.example/login?invite=1'
  const { message, reveal } = await invite(() => ({ link }))
  expect(message).toBe('Invited Grace Hopper to create an account as editor.')
  expect(reveal?.title).toBe('Invitation for Grace Hopper')
  expect(reveal?.items).toEqual([{ label: 'Invitation link', text: link }])
  // Earlier releases create the account, and a link that signs in.
  const before = await invite(() => ({ link: 'https://console.example/recovery?flow=f', code: '482915' }))
  expect(before.reveal?.items[0]).toEqual({
    label: 'One-time link',
    text: 'https://console.example/recovery?flow=f#code=482915',
  })
})

test('offers to withdraw a pending invitation of the same address', async () => {
  const outcome = await invite(refuse(409, 'pending invite already exists'), [INVITE])
  expect(outcome).toMatchObject({
    isFailure: true,
    message: 'grace@example.org already has a pending invitation with the role editor. Withdraw it to invite again.',
    next: [
      { title: 'Copy the link', call: { id: 'invitation.copyLink' } },
      {
        title: 'Withdraw invitation',
        call: { id: 'invitation.withdraw', args: { invitations: [{ kind: 'invitation', id: INVITE.id }] } },
      },
    ],
  })
})

test('says that an invitation is stored although its mail failed', async () => {
  const { message } = await invite(refuse(500, 'dial tcp: connection refused'), [INVITE])
  expect(message).toBe(
    'The invitation of grace@example.org is stored, but the server reported an error: dial tcp: connection refused'
  )
})

test('shows the refusal for an address with an account', async () => {
  await expect(invite(refuse(409, 'user already exists'))).rejects.toThrow('user already exists')
})

const withdraw = async (refused?: string) => {
  const withdrawn: unknown[] = []
  const effects: Partial<Effects> = {
    progress: () => undefined,
    signal: new AbortController().signal,
    mutate: (async (_mutation: unknown, id: string) => {
      if (refused) throw new Error(refused)
      withdrawn.push(id)
    }) as unknown as Effects['mutate'],
  }
  const invitations = [{ kind: 'invitation', id: INVITE.id, label: 'grace@example.org' }]
  return { withdrawn, outcome: await findCommand('invitation.withdraw')?.run?.({ invitations }, effects as Effects) }
}

test('withdraws an invitation', async () => {
  const { withdrawn, outcome } = await withdraw()
  expect(withdrawn).toEqual([INVITE.id])
  expect((outcome as Outcome).message).toBe('Withdrew the invitation of grace@example.org.')
})
