import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '@/api/http'
import type { Command, Effects, KnownArgs, SlotOption, Target } from '../command'
import { buildContext } from '../context'
import { commandAvailability } from '../prepare'
import { componentLinkCommands } from './component-links.commands'
import { linkComponent, unlinkComponent } from './component-links.runs'

const CONFIG = '5a000020-0000-4000-8000-000000000105'
const COMPONENT = '5a000010-0000-4000-8000-000000000015'
const given = {
  config: [{ kind: 'config' as const, id: CONFIG, label: '5a000020' }],
  component: [{ kind: 'component' as const, id: COMPONENT, label: '5a000010' }],
}

const json = (answer: unknown, status = 200) => new Response(JSON.stringify(answer), { status })

type State = { selector_id: string | null; deleted_at: string | null } | null

/** A backend with one item, one component and at most one link. It accepts the same requests as the real backend. */
function backend(state: State, { component = true, isConcurrent = false } = {}) {
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
      if (link || isConcurrent) return json({ code: '23505', message: 'duplicate key' }, 409)
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

test('links an item manually, names both sides, and removes the link on undo', async () => {
  const { state } = backend(null)
  const outcome = await linkComponent(given, effects)
  expect(outcome?.message).toBe('Linked checkout to the component Payments.')
  expect(state()).toEqual(manual)
  expect((await outcome?.undo?.())?.message).toBe('checkout no longer belongs to the component Payments.')
  expect(state()).toBeNull()
})

test.each([manual, selected])('reports an existing link and sends nothing: %j', async (before) => {
  const { sent, state } = backend(before)
  expect(await linkComponent(given, effects)).toEqual({
    message: 'checkout already belongs to the component Payments.',
  })
  expect([sent, state()]).toEqual([[], before])
})

test('reports a link that another user has just created', async () => {
  backend(null, { isConcurrent: true })
  expect(await linkComponent(given, effects)).toEqual({
    message: 'checkout already belongs to the component Payments.',
  })
})

test('restores an ended link in its row and ends it again on undo', async () => {
  const { sent, state } = backend(ended)
  const outcome = await linkComponent(given, effects)
  expect([sent, state()]).toEqual([['PATCH'], manual])
  await outcome?.undo?.()
  expect(state()).toEqual(ended)
})

test('removes a manual link and creates it again on undo', async () => {
  const { state } = backend(manual)
  const outcome = await unlinkComponent(given, effects)
  expect(outcome?.message).toBe('Unlinked checkout from the component Payments.')
  expect(state()).toBeNull()
  expect((await outcome?.undo?.())?.message).toBe('Linked checkout to the component Payments.')
  expect(state()).toEqual(manual)
})

test('refuses to remove a link that the topology created and gives the reason', async () => {
  const { sent } = backend(selected)
  await expect(unlinkComponent(given, effects)).rejects.toThrow('The topology created this link')
  expect(sent).toEqual([])
})

test.each([null, ended])('reports that there is no link to remove: %j', async (before) => {
  const { sent } = backend(before)
  expect(await unlinkComponent(given, effects)).toEqual({
    message: 'checkout does not belong to the component Payments.',
  })
  expect(sent).toEqual([])
})

test('reports a component that no longer exists', async () => {
  const { sent } = backend(null, { component: false })
  await expect(linkComponent(given, effects)).rejects.toThrow('This component no longer exists.')
  expect(sent).toEqual([])
})

test('fails with any other error of the request', async () => {
  backend(null)
  const failing = {
    ...effects,
    mutate: () => Promise.reject(new ApiError('http', 'unauthorized: create on catalog', { status: 403 })),
  } as unknown as Effects
  await expect(linkComponent(given, failing)).rejects.toThrow('unauthorized: create on catalog')
})

const [link, unlink] = componentLinkCommands as [Command, Command]
const environment = { path: '/', roles: ['admin'], online: true, nameOf: () => undefined }
const at = (...targets: Target[]) => ({ ...buildContext([], environment), targets })
const item: Target = { kind: 'config', id: CONFIG, label: 'checkout' }
const component: Target = { kind: 'component', id: COMPONENT, label: 'Payments' }
const answered = ({ slots = {} }: Command, targets: readonly Target[]) =>
  Object.entries(slots).flatMap(([name, { answer }]) => (answer?.(at(...targets)) === undefined ? [] : [name]))

test('linking resolves the nearer side and prompts for the other; unlinking resolves both', () => {
  expect(answered(link, [item])).toEqual(['config'])
  expect(answered(link, [component])).toEqual(['component'])
  expect(answered(link, [item, component])).toEqual(['config'])
  expect(answered(link, [component, item])).toEqual(['component'])
  expect(answered(unlink, [item, component])).toEqual(['config', 'component'])
})

const unasked = () => Promise.reject(new Error('Unexpected request through the cache.'))

async function offered(command: Command, slotName: string, text: string, sofar: KnownArgs) {
  const options = command.slots?.[slotName]?.options
  if (options?.from !== 'server') throw new Error('The options are not from the server.')
  const found = (await options.find(
    text,
    new AbortController().signal,
    sofar,
    unasked
  )) as readonly SlotOption<unknown>[]
  return found.map(({ label, hint, refusal }) => [label, hint, refusal])
}

/** @param rows the response for each relation, by name */
function tables(rows: Readonly<Record<string, readonly object[]>>) {
  const requested: URL[] = []
  vi.stubGlobal('fetch', async (input: string) => {
    const url = new URL(input, 'http://console.test')
    requested.push(url)
    return new Response(JSON.stringify(rows[url.pathname.replace('/api/db/', '')] ?? []))
  })
  return requested
}

const OTHER = '5a000010-0000-4000-8000-000000000016'
const linked = {
  config_component_relationships: [
    { selector_id: 'manual', components: { id: COMPONENT, name: 'Payments', type: 'Service' } },
    { selector_id: 'a1b2', components: { id: OTHER, name: 'Orders', type: 'Service' } },
    // A component that the user may not read.
    { selector_id: 'manual', components: null },
  ],
}

test('searches components by name on the server and marks those of the item [CALL-72]', async () => {
  const requested = tables({
    ...linked,
    components: [
      { id: COMPONENT, name: 'Payments', type: 'Service', namespace: 'shop', health: 'unhealthy' },
      { id: id(17), name: 'Payroll', type: null, namespace: null, health: null },
    ],
  })
  expect(await offered(link, 'component', 'pay', { config: [item] })).toEqual([
    ['Payments', 'Service · shop · unhealthy', 'checkout already belongs to this component.'],
    ['Payroll', '', undefined],
  ])
  const { searchParams } = requested.find(({ pathname }) => pathname === '/api/db/components') as URL
  expect(Object.fromEntries(searchParams)).toMatchObject({
    or: '(name.ilike."*pay*",type.ilike."*pay*",namespace.ilike."*pay*")',
    deleted_at: 'is.null',
    limit: '20',
  })
})

test('offers the components of an item for unlinking and gives the reason for links of the topology', async () => {
  const requested = tables(linked)
  expect(await offered(unlink, 'component', '', { config: [item] })).toEqual([
    ['Orders', 'Service', 'The topology created this link. It cannot be removed manually.'],
    ['Payments', 'Service', undefined],
  ])
  expect(await offered(unlink, 'component', 'PAY', { config: [item] })).toEqual([['Payments', 'Service', undefined]])
  expect(requested[0]?.searchParams.get('config_id')).toBe(`eq.${CONFIG}`)
})

test('offers the items of a component for unlinking, and any item without a component', async () => {
  const requested = tables({
    config_component_relationships: [
      { selector_id: 'manual', configs: { id: CONFIG, name: 'checkout', type: 'Deployment' } },
    ],
    configs: [{ id: OTHER, name: 'orders', type: 'Pod' }],
  })
  expect(await offered(unlink, 'config', '', { component: [component] })).toEqual([
    ['checkout', 'Deployment', undefined],
  ])
  expect(requested[0]?.searchParams.get('component_id')).toBe(`eq.${COMPONENT}`)
  expect(await offered(unlink, 'config', 'or', {})).toEqual([['orders', 'Pod', undefined]])
})

test('refuses users without write access to the catalog or read access to components', () => {
  const offer = (roles: readonly string[], permissions?: object[]) =>
    commandAvailability(
      link,
      buildContext([], { ...environment, roles, ...(permissions ? { permissions: permissions as never } : {}) })
    )
  expect(offer(['editor'])).toBe(true)
  expect(offer(['viewer'])).toBe('Requires write access to the catalog. Administrators and editors have it.')
  expect(commandAvailability(link, buildContext([], { ...environment, flags: new Set(['topology']) }))).toBe(false)
  expect(commandAvailability(link, buildContext([], { ...environment, isReadOnly: true }))).toBe(false)
})

function id(n: number) {
  return `5a000010-0000-4000-8000-${String(n).padStart(12, '0')}`
}
