import '../every-command'
import { expect, test } from 'vitest'
import type { ListedView } from '@/api/account/saved-views'
import { savedViewLimits } from '@/shared/saved-views'
import type { Effects, KnownArgs } from '../command'
import { buildContext, type CommandEnvironment } from '../context'
import { commandAvailability } from '../prepare'
import { findCommand } from '../registry'

const idOf = (n: number) => `5a0000aa-0000-4000-8000-${String(n).padStart(12, '0')}`
const own: ListedView = {
  id: idOf(1),
  name: 'Failing pods',
  address: '/catalog?health=unhealthy%3A1',
  shared: false,
  own: true,
  author: 'Ada',
}
const foreign: ListedView = {
  ...own,
  id: idOf(2),
  name: 'Night shift',
  address: '/incidents?status=open%3A1',
  shared: true,
  own: false,
  author: 'Bo',
}

/** Runs a command with these views stored. */
async function run(id: string, args: KnownArgs, { here = '/health?groupBy=none', mayShare = true } = {}) {
  const sent: object[] = []
  const opened: string[] = []
  const effects: Partial<Effects> = {
    here: () => here,
    navigate: (path) => void opened.push(path),
    fetch: (async () => ({ views: [own, foreign], mayShare })) as unknown as Effects['fetch'],
    mutate: (async (_mutation: unknown, variables: object) =>
      void sent.push(variables)) as unknown as Effects['mutate'],
  }
  const outcome = await findCommand(id)?.run?.(args, effects as Effects)
  return { outcome: outcome ?? undefined, sent, opened }
}

const stored = ({ id, name, address, shared }: ListedView) => ({ id, name, address, shared })

test('opens the page of a view', async () => {
  expect(await run('view.open', { view: foreign.id })).toMatchObject({
    outcome: { message: 'Opened the view “Night shift”.' },
    opened: ['/incidents?status=open%3A1'],
  })
})

test.each([
  ['me', false, 'Saved the view “Checks”.'],
  ['all', true, 'Saved the view “Checks” for all users.'],
])('saves the address of the page for %s, with undo', async (visibility, shared, message) => {
  const { outcome, sent } = await run('view.save', { name: 'Checks', visibility })
  expect(outcome?.message).toBe(message)
  expect(sent).toMatchObject([{ name: 'Checks', address: '/health?groupBy=none', shared }])
  expect(await outcome?.undo?.()).toEqual({ message: 'Deleted the view “Checks”.' })
  expect(sent[1]).toEqual(sent[0])
})

test.each([
  ['/health', '/health'],
  ['/health?do=view.save%3Fname%3Dx', '/health'],
  ['/health?labels=env%3Aprod%3A1&do=view.save&tag=a+b', '/health?labels=env%3Aprod%3A1&tag=a+b'],
])('saves %s as %s, without the call of a dialog', async (here, address) => {
  const { sent } = await run('view.save', { name: 'Checks', visibility: 'me' }, { here })
  expect(sent).toMatchObject([{ address }])
})

test('refuses an address that is too long for the server, before it is sent', async () => {
  const here = `/health?query=${'a'.repeat(savedViewLimits.address)}`
  await expect(run('view.save', { name: 'Checks', visibility: 'me' }, { here })).rejects.toThrow(
    'The address of this page is longer than 2000 characters. Use fewer filters.'
  )
})

test.each<[id: string, args: KnownArgs, changed: Partial<ListedView>, message: string]>([
  ['view.update', {}, { address: '/health?groupBy=none' }, 'Updated the view “Failing pods”.'],
  ['view.rename', { name: 'Pods' }, { name: 'Pods' }, 'Renamed “Failing pods” to “Pods”.'],
  ['view.share', { visibility: 'all' }, { shared: true }, 'The view “Failing pods” is now visible to all users.'],
])('%s changes only that, with undo', async (id, args, changed, message) => {
  const { outcome, sent } = await run(id, { view: own.id, ...args })
  expect(outcome?.message).toBe(message)
  expect(sent).toEqual([{ ...stored(own), ...changed }])
  expect(await outcome?.undo?.()).toEqual({ message: 'Restored the view “Failing pods”.' })
  expect(sent[1]).toEqual(stored(own))
})

test.each<[id: string, args: KnownArgs]>([
  ['view.update', {}],
  ['view.rename', { name: 'Failing pods' }],
  ['view.share', { visibility: 'me' }],
])('%s sends nothing and has no undo without a change', async (id, args) => {
  const { outcome, sent } = await run(id, { view: own.id, ...args }, { here: own.address })
  expect(outcome).toEqual({ message: 'The view “Failing pods” is unchanged.' })
  expect(sent).toEqual([])
})

test('deletes a view, with undo', async () => {
  const { outcome, sent } = await run('view.delete', { view: foreign.id })
  expect(outcome?.message).toBe('Deleted the view “Night shift”.')
  expect(await outcome?.undo?.()).toEqual({ message: 'Restored the view “Night shift”.' })
  expect(sent).toEqual([stored(foreign), stored(foreign)])
})

test('refuses to make the view of another person private, and a view that no longer exists', async () => {
  await expect(run('view.share', { view: foreign.id, visibility: 'me' })).rejects.toThrow(
    'Only the author of a view can make it private. Delete it to remove it for all users.'
  )
  await expect(run('view.open', { view: idOf(9) })).rejects.toThrow('This saved view no longer exists.')
})

async function listOptions(id: string, mayShare: boolean) {
  const options = findCommand(id)?.slots?.['view']?.options
  if (options?.from !== 'server') throw new Error('The views are listed by the server.')
  const fetch = (async () => ({ views: [own, foreign], mayShare })) as unknown as Effects['fetch']
  const found = await options.find('', new AbortController().signal, {}, fetch)
  return found.map(({ label, hint, refusal }) => [label, hint, refusal])
}

test('explains which views of others cannot be changed, but opens them', async () => {
  const reason = 'Only Bo and those who may share views can change this view.'
  expect(await listOptions('view.rename', false)).toEqual([
    ['Failing pods', 'Private', undefined],
    ['Night shift', 'Shared by Bo', reason],
  ])
  expect((await listOptions('view.rename', true)).map(([, , refusal]) => refusal)).toEqual([undefined, undefined])
  expect((await listOptions('view.open', false)).map(([, , refusal]) => refusal)).toEqual([undefined, undefined])
})

const contextOf = (environment: Partial<CommandEnvironment>) =>
  buildContext([], {
    path: '/health',
    roles: ['viewer'],
    deployment: { backend: 'embedded', signIn: 'kratos' },
    online: true,
    nameOf: () => undefined,
    ...environment,
  })
const offer = (environment: Partial<CommandEnvironment>, args: KnownArgs = {}) => {
  const command = findCommand('view.save')
  return command && commandAvailability(command, contextOf(environment), args)
}

test.each<[string, Partial<CommandEnvironment>, KnownArgs, boolean | string]>([
  ['a viewer', {}, {}, true],
  ['a viewer, privately', {}, { visibility: 'me' }, true],
  [
    'a viewer, for all users',
    {},
    { visibility: 'all' },
    'Requires the right to share views. Administrators and editors have it.',
  ],
  ['an editor, for all users', { roles: ['editor'] }, { visibility: 'all' }, true],
  ['any user offline', { online: false }, {}, 'You are offline.'],
  ['a public page', { isReadOnly: true }, {}, false],
  ['another backend', { deployment: { backend: 'gateway', signIn: 'kratos' } }, {}, false],
])('offers saving to %s', (_who, environment, args, expected) => {
  expect(offer(environment, args)).toBe(expected)
})

test('shows in the step why a view cannot be shared', () => {
  const options = findCommand('view.save')?.slots?.['visibility']?.options
  if (options?.from !== 'list') throw new Error('The options need no server.')
  const refusals = (roles: string[]) =>
    options.list(contextOf({ roles }), {}).map(({ label, refusal }) => [label, refusal])
  expect(refusals(['viewer'])).toEqual([
    ['Only me', undefined],
    ['All users', 'Requires the right to share views. Administrators and editors have it.'],
  ])
  expect(refusals(['admin'])).toEqual([
    ['Only me', undefined],
    ['All users', undefined],
  ])
})
