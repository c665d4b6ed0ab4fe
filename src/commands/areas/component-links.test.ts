import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '../../api/http'
import type { Command, Effects, Known, Option, Target } from '../command'
import { contextIn } from '../context'
import { offerOf } from '../prepare'
import { componentLinkCommands } from './component-links'
import { relate, unrelate } from './component-links.runs'

const CONFIG = '5a000020-0000-4000-8000-000000000105'
const COMPONENT = '5a000010-0000-4000-8000-000000000015'
const given = {
  config: [{ kind: 'config' as const, id: CONFIG, label: '5a000020' }],
  component: [{ kind: 'component' as const, id: COMPONENT, label: '5a000010' }],
}

const json = (answer: unknown, status = 200) => new Response(JSON.stringify(answer), { status })

type State = { selector_id: string | null; deleted_at: string | null } | null

/** A backend with one item, one component and at most one link, which takes what the real one takes. */
function backend(state: State, { component = true, isQuicker = false } = {}) {
  const sent: string[] = []
  let link = state
  vi.stubGlobal('fetch', async (input: string, { method = 'GET', body }: RequestInit = {}) => {
    const url = new URL(input, 'http://console.test')
    if (url.pathname === '/api/db/configs') return json([{ id: CONFIG, name: 'checkout', type: 'Deployment' }])
    if (url.pathname === '/api/db/components') return json(component ? [{ name: 'Payments' }] : [])
    const conditions = Object.fromEntries(url.searchParams)
    expect(conditions).toMatchObject(
      method === 'POST' ? {} : { config_id: `eq.${CONFIG}`, component_id: `eq.${COMPONENT}` }
    )
    const isMeant =
      link !== null &&
      (conditions['selector_id'] === undefined || conditions['selector_id'] === `eq.${link.selector_id}`) &&
      (conditions['deleted_at'] === undefined || link.deleted_at !== null)
    if (method === 'GET') return json(link ? [link] : [])
    sent.push(method)
    if (method === 'POST') {
      if (link || isQuicker) return json({ code: '23505', message: 'duplicate key' }, 409)
      const { selector_id, ...ends } = JSON.parse(String(body))
      if (ends.component_id !== COMPONENT || ends.config_id !== CONFIG) return json({ code: '23503' }, 409)
      link = { selector_id, deleted_at: null }
      return json([link], 201)
    }
    if (!isMeant) return json([], method === 'PATCH' ? 404 : 200)
    link = method === 'DELETE' ? null : { ...link, ...JSON.parse(String(body)) }
    return json([{}])
  })
  return { sent, state: () => link }
}

const effects = {
  fetch: (query: { queryFn(context: object): unknown }) => query.queryFn({}),
  mutate: (mutation: { mutationFn(variables: unknown): unknown }, variables: unknown) => mutation.mutationFn(variables),
} as unknown as Effects

const manual: State = { selector_id: 'manual', deleted_at: null }
const selected: State = { selector_id: 'a1b2', deleted_at: null }
const ended: State = { selector_id: 'a1b2', deleted_at: '2026-01-02T03:04:05+00:00' }

beforeEach(() => void vi.stubGlobal('navigator', { onLine: true }))
afterEach(() => void vi.unstubAllGlobals())

test('an item is linked by hand, told by both names, and undoing removes the link', async () => {
  const { state } = backend(null)
  const outcome = await relate(given, effects)
  expect(outcome?.message).toBe('Linked checkout to the component Payments.')
  expect(state()).toEqual(manual)
  expect((await outcome?.undo?.())?.message).toBe('checkout does not belong to the component Payments any more.')
  expect(state()).toBeNull()
})

test.each([manual, selected])('linking what is linked says so and sends nothing: %j', async (before) => {
  const { sent, state } = backend(before)
  expect(await relate(given, effects)).toEqual({ message: 'checkout belongs to the component Payments already.' })
  expect([sent, state()]).toEqual([[], before])
})

test('linking what somebody else has linked in this moment says that it is linked', async () => {
  backend(null, { isQuicker: true })
  expect(await relate(given, effects)).toEqual({ message: 'checkout belongs to the component Payments already.' })
})

test('a link that has ended is made again in its row, and undoing ends it as before', async () => {
  const { sent, state } = backend(ended)
  const outcome = await relate(given, effects)
  expect([sent, state()]).toEqual([['PATCH'], manual])
  await outcome?.undo?.()
  expect(state()).toEqual(ended)
})

test('a link by hand is removed, and undoing makes it again', async () => {
  const { state } = backend(manual)
  const outcome = await unrelate(given, effects)
  expect(outcome?.message).toBe('Unlinked checkout from the component Payments.')
  expect(state()).toBeNull()
  expect((await outcome?.undo?.())?.message).toBe('Linked checkout to the component Payments.')
  expect(state()).toEqual(manual)
})

test('a link that the topology made stays, and why is said', async () => {
  const { sent } = backend(selected)
  await expect(unrelate(given, effects)).rejects.toThrow('The topology made this link')
  expect(sent).toEqual([])
})

test.each([null, ended])('removing a link that is not there says so: %j', async (before) => {
  const { sent } = backend(before)
  expect(await unrelate(given, effects)).toEqual({ message: 'checkout does not belong to the component Payments.' })
  expect(sent).toEqual([])
})

test('a component that is gone is told as that', async () => {
  const { sent } = backend(null, { component: false })
  await expect(relate(given, effects)).rejects.toThrow('This component is not there any more.')
  expect(sent).toEqual([])
})

test('any other failure is the failure of the command', async () => {
  backend(null)
  const failing = {
    ...effects,
    mutate: () => Promise.reject(new ApiError('http', 'unauthorized: create on catalog', { status: 403 })),
  } as unknown as Effects
  await expect(relate(given, failing)).rejects.toThrow('unauthorized: create on catalog')
})

const [link, unlink] = componentLinkCommands as [Command, Command]
const environment = { path: '/', roles: ['admin'], online: true, nameOf: () => undefined }
const at = (...targets: Target[]) => ({ ...contextIn([], environment), targets })
const item: Target = { kind: 'config', id: CONFIG, label: 'checkout' }
const component: Target = { kind: 'component', id: COMPONENT, label: 'Payments' }
const answered = ({ slots = {} }: Command, targets: readonly Target[]) =>
  Object.entries(slots).flatMap(([name, { answer }]) => (answer?.(at(...targets)) === undefined ? [] : [name]))

test('linking answers the nearer of both sides and asks the other; unlinking takes both', () => {
  expect(answered(link, [item])).toEqual(['config'])
  expect(answered(link, [component])).toEqual(['component'])
  expect(answered(link, [item, component])).toEqual(['config'])
  expect(answered(link, [component, item])).toEqual(['component'])
  expect(answered(unlink, [item, component])).toEqual(['config', 'component'])
})

const unasked = () => Promise.reject(new Error('Nothing is asked through the cache.'))

async function offered(command: Command, slotName: string, text: string, sofar: Known) {
  const options = command.slots?.[slotName]?.options
  if (options?.from !== 'server') throw new Error('It is not searched on the server.')
  const found = (await options.find(text, new AbortController().signal, sofar, unasked)) as readonly Option<unknown>[]
  return found.map(({ label, hint, refusal }) => [label, hint, refusal])
}

/** @param tables what each relation answers, by its name */
function tables(rows: Readonly<Record<string, readonly object[]>>) {
  const asked: URL[] = []
  vi.stubGlobal('fetch', async (input: string) => {
    const url = new URL(input, 'http://console.test')
    asked.push(url)
    return new Response(JSON.stringify(rows[url.pathname.replace('/api/db/', '')] ?? []))
  })
  return asked
}

const OTHER = '5a000010-0000-4000-8000-000000000016'
const linked = {
  config_component_relationships: [
    { selector_id: 'manual', components: { id: COMPONENT, name: 'Payments', type: 'Service' } },
    { selector_id: 'a1b2', components: { id: OTHER, name: 'Orders', type: 'Service' } },
    // One that may not be seen.
    { selector_id: 'manual', components: null },
  ],
}

test('components are searched by name on the server, and those of the item say so [CALL-72]', async () => {
  const asked = tables({
    ...linked,
    components: [
      { id: COMPONENT, name: 'Payments', type: 'Service', namespace: 'shop', health: 'unhealthy' },
      { id: id(17), name: 'Payroll', type: null, namespace: null, health: null },
    ],
  })
  expect(await offered(link, 'component', 'pay', { config: [item] })).toEqual([
    ['Payments', 'Service · shop · unhealthy', 'checkout belongs to this component already.'],
    ['Payroll', '', undefined],
  ])
  const { searchParams } = asked.find(({ pathname }) => pathname === '/api/db/components') as URL
  expect(Object.fromEntries(searchParams)).toMatchObject({ name: 'ilike.*pay*', deleted_at: 'is.null', limit: '20' })
})

test('of an item, its components can be unlinked, and those that the topology linked say why not', async () => {
  const asked = tables(linked)
  expect(await offered(unlink, 'component', '', { config: [item] })).toEqual([
    ['Orders', 'Service', 'The topology made this link, so it cannot be removed by hand.'],
    ['Payments', 'Service', undefined],
  ])
  expect(await offered(unlink, 'component', 'PAY', { config: [item] })).toEqual([['Payments', 'Service', undefined]])
  expect(asked[0]?.searchParams.get('config_id')).toBe(`eq.${CONFIG}`)
})

test('of a component, its items can be unlinked; of none yet, any item is found', async () => {
  const asked = tables({
    config_component_relationships: [
      { selector_id: 'manual', configs: { id: CONFIG, name: 'checkout', type: 'Deployment' } },
    ],
    configs: [{ id: OTHER, name: 'orders', type: 'Pod' }],
  })
  expect(await offered(unlink, 'config', '', { component: [component] })).toEqual([
    ['checkout', 'Deployment', undefined],
  ])
  expect(asked[0]?.searchParams.get('component_id')).toBe(`eq.${COMPONENT}`)
  expect(await offered(unlink, 'config', 'or', {})).toEqual([['orders', 'Pod', undefined]])
})

test('whoever may not change the catalog is told so, and whoever may not see components', () => {
  const offer = (roles: readonly string[], permissions?: object[]) =>
    offerOf(
      link,
      contextIn([], { ...environment, roles, ...(permissions ? { permissions: permissions as never } : {}) })
    )
  expect(offer(['editor'])).toBe(true)
  expect(offer(['viewer'])).toBe('Needs write access to the database.')
  expect(offerOf(link, contextIn([], { ...environment, flags: new Set(['topology']) }))).toBe(false)
  expect(offerOf(link, contextIn([], { ...environment, isReadOnly: true }))).toBe(false)
})

function id(n: number) {
  return `5a000010-0000-4000-8000-${String(n).padStart(12, '0')}`
}
