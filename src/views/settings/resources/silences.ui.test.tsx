import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { untilDialogClosed, openCommand } from '@tests/helpers/command-dialog'
import { listResponse, openResource } from '@tests/helpers/resource-page'
import examples from '@dev/examples/silences.examples'

afterEach(() => vi.unstubAllGlobals())

const [flaps, depot, typo] = examples as [(typeof examples)[0], (typeof examples)[1], (typeof examples)[2]]
const target = (id: string) => `silence:${id}`
const ME = '5a000001-0000-4000-8000-000000000001'
const CHECK = '5a00001a-0000-4000-8000-000000000041'
const LIST = '/api/db/notification_silences'
const CREATE = '/api/notification/silence'

/** A fake server that returns the examples and accepts every change. */
const answer = (path: string, body?: unknown, query?: URLSearchParams) => {
  if (path === '/api/auth/whoami')
    return listResponse({ message: '', payload: { user: { id: ME, name: 'Ada' }, roles: [] } })
  if (path === '/api/db/checks') return listResponse([{ id: CHECK, name: 'cart' }])
  if (path === CREATE) return new Response('')
  if (path === '/api/notification/_silence_figures') return listResponse({ message: 'Not Found' }, 404)
  if (path !== LIST) return undefined
  return listResponse(body === undefined && !query?.get('name') ? examples : [{ id: flaps.id }])
}

test('lists silences that are not deleted, with target, state, author and end, the active ones first [ROUTE-21 SILENCE-01 SILENCE-04 SILENCE-05 CALL-98 ENT-21]', async () => {
  const urls: string[] = []
  await openResource('silence', {
    answer(path, url) {
      urls.push(url)
      return answer(path)
    },
  })
  const row = await screen.findByRole('row', {
    name: 'cart-flaps, active, cart (check), indefinitely, Known: the session cache, created by Ada Lovelace',
  })
  expect(within(row).getByText('Indefinitely')).toBeTruthy()
  expect(within(row).getByText('Ada Lovelace')).toBeTruthy()
  expect(
    screen.getByRole('row', {
      name: 'move-of-the-depot, upcoming, depot-leeds (config item), recursive, created by Ada Lovelace',
    })
  ).toBeTruthy()
  expect(screen.getByRole('row', { name: /^typo, active, filter .*, Has no effect: Syntax error/ })).toBeTruthy()
  expect(screen.getByRole('row', { name: /, expired, selectors .*Kubernetes::Node/ })).toBeTruthy()
  const groups = screen.getAllByRole('row').map((one) => one.textContent)
  const order = ['Active', 'Upcoming', 'Expired'].map((state) => groups.findIndex((text) => text.startsWith(state)))
  expect(order.every((at) => at > 0)).toBe(true)
  expect(order.toSorted((a, b) => a - b)).toEqual(order)
  const asked = urls.find((url) => url.includes('notification_silences')) ?? ''
  const { searchParams } = new URL(asked, location.origin)
  expect(searchParams.get('deleted_at')).toBe('is.null')
  expect(searchParams.get('order')).toBe('created_at.desc')
})

const button = (name: string) => screen.getByRole('button', { name })
const field = (name: string) => screen.findByRole('combobox', { name })
async function choose(name: string, option: string) {
  await userEvent.click(await field(name))
  await userEvent.click(await screen.findByRole('option', { name: option }))
}
const sent = (posted: readonly [string, unknown][]) => posted.filter(([path]) => path === CREATE)

test('silences a check indefinitely, and can undo it [SILENCE-02 SILENCE-03 CALL-97]', async () => {
  const { posted, journal, dispatcher } = openCommand('resource.create?type=silence', { answer })
  const search = await field('Check')
  await userEvent.fill(search, 'cart')
  await userEvent.click(await screen.findByRole('option', { name: 'cart' }))
  await choose('Until', 'Indefinitely')
  await userEvent.fill(screen.getByRole('textbox', { name: 'Reason' }), 'a deployment')
  await userEvent.click(button('Add'))
  await untilDialogClosed()
  expect(sent(posted)).toEqual([
    [
      CREATE,
      {
        name: expect.stringMatching(/^silence-/),
        check_id: CHECK,
        recursive: false,
        from: expect.stringMatching(/Z$/),
        description: 'a deployment',
      },
    ],
  ])
  await waitFor(() => expect(journal.messages.get()[0]).toMatchObject({ tone: 'good', text: 'Added silence.' }))
  await dispatcher.undo()
  expect(posted.at(-1)).toEqual([LIST, { deleted_at: 'now()' }])
})

const targets = [
  ['config', 'Config item', 'config_id'],
  ['component', 'Component', 'component_id'],
  ['canary', 'Canary', 'canary_id'],
] as const

test.each(targets)('is filled in with a %s by a link [SILENCE-02 SILENCE-07]', async (kind, label, column) => {
  const values = { target: kind, [column]: { value: CHECK, label: 'shop' } }
  const { posted, dispatcher } = openCommand('message.open?message=message:a', { answer })
  const call = `resource.create?type=silence&values=${encodeURIComponent(JSON.stringify(values))}`
  void dispatcher.perform({ call, origin: 'link' }, [])
  expect(((await field(label)) as HTMLInputElement).value).toBe('shop')
  await userEvent.click(await field('Until'))
  const ranges = await screen.findAllByRole('option')
  expect(ranges.slice(0, 4).map((one) => one.textContent)).toEqual([
    'Indefinitely',
    'Next 5 minutes',
    'Next 15 minutes',
    'Next 30 minutes',
  ])
  await userEvent.click(screen.getByRole('option', { name: 'On a date' }))
  await userEvent.fill(await screen.findByRole('textbox', { name: 'End' }), '2999-03-01T09:00:00Z')
  await userEvent.click(button('Add'))
  await untilDialogClosed()
  expect(sent(posted)).toMatchObject([[CREATE, { [column]: CHECK, until: '2999-03-01T09:00:00.000Z' }]])
})

test('refuses a silence without a resource, a filter and a selector before it is sent', async () => {
  const { posted } = openCommand('resource.create?type=silence', { answer })
  await choose('Resource to silence', 'None: filter or selectors')
  screen.getByRole('textbox', { name: 'Name' }).focus()
  await userEvent.keyboard('{Enter}')
  expect(await screen.findByText('Choose a resource, or write a filter or selectors.')).toBeTruthy()
  expect(sent(posted)).toEqual([])
  await userEvent.fill(await screen.findByRole('textbox', { name: 'Filter' }), 'check.type == "http"')
  await expect.poll(() => button('Add').getAttribute('aria-disabled')).toBeNull()
  await userEvent.click(button('Add'))
  await untilDialogClosed()
  expect(sent(posted)).toMatchObject([[CREATE, { filter: 'check.type == "http"' }]])
})

test('shows the refusal of the server in the form, and keeps the input', async () => {
  openCommand('resource.create?type=silence', {
    answer: (path, body, query) =>
      path === CREATE ? listResponse({ error: 'There is nothing with this check_id' }, 404) : answer(path, body, query),
  })
  await choose('Resource to silence', 'None: filter or selectors')
  await userEvent.fill(await screen.findByRole('textbox', { name: 'Filter' }), 'true')
  await userEvent.click(button('Add'))
  expect(await screen.findByText(/There is nothing with this check_id/)).toBeTruthy()
  expect(screen.getByRole('textbox', { name: 'Filter' }).textContent).toBe('true')
})

test('changes a silence, and can undo it [SILENCE-10 CALL-99]', async () => {
  const { posted, dispatcher } = openCommand(`resource.edit?resource=${target(depot.id)}`, { answer })
  await userEvent.fill(await screen.findByRole('textbox', { name: 'Name' }), 'move')
  expect((await field('Until')).textContent).toBe('On a date')
  await userEvent.click(button('Update'))
  await untilDialogClosed()
  const row = {
    id: depot.id,
    name: 'move-of-the-depot',
    check_id: null,
    config_id: depot.config_id,
    component_id: null,
    canary_id: null,
    recursive: true,
    filter: null,
    selectors: null,
    from: depot.from,
    until: depot.until,
    description: '',
  }
  expect(posted).toEqual([[LIST, { ...row, name: 'move' }]])
  await dispatcher.undo()
  expect(posted.at(-1)).toEqual([LIST, row])
})

test('keeps a silence without an end, and one from elsewhere is read-only [SILENCE-06]', async () => {
  const { posted } = openCommand(`resource.edit?resource=${target(flaps.id)}`, { answer })
  expect((await field('Until')).textContent).toBe('Indefinitely')
  await userEvent.click(button('Update'))
  await untilDialogClosed()
  expect(posted).toMatchObject([[LIST, { check_id: CHECK, until: null }]])
  cleanup()
  openCommand(`resource.edit?resource=${target(typo.id)}`, { answer })
  expect(await screen.findByText('Managed by a Kubernetes CRD. Change it there.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Update' })).toBeNull()
})

test('ends a silence by the time of its deletion, and can restore it [SILENCE-09]', async () => {
  const { posted, journal, dispatcher } = openCommand('message.open?message=message:a', {
    answer,
    names: { [flaps.id]: flaps.name },
  })
  await dispatcher.perform({ call: `silence.end?silences=${target(flaps.id)}`, origin: 'palette', confirmed: true }, [])
  expect(posted).toEqual([[LIST, { deleted_at: 'now()' }]])
  expect(journal.messages.get()[0]?.text).toBe('Ended cart-flaps. Notifications are sent again.')
  await dispatcher.undo()
  expect(posted.at(-1)).toEqual([LIST, { deleted_at: null }])
})

const EFFECT = '/api/notification/_silence_effect'
const effectOf = (covered: number, total: number) => ({
  resources: {
    covered,
    unhealthy: 1,
    read: total,
    total,
    isPartial: false,
    first: [{ kind: 'check', id: CHECK, name: 'cart', health: 'unhealthy' }],
  },
  messages: {
    count: 2,
    isPartial: false,
    first: [{ id: CHECK, event: 'check.failed', name: 'cart', at: '2026-01-01T00:00:00Z' }],
  },
})
const withEffect =
  (effect: (query: URLSearchParams | undefined) => Response) =>
  (path: string, body?: unknown, query?: URLSearchParams) =>
    path === EFFECT ? effect(query) : answer(path, body, query)

async function writeFilter(filter: string) {
  await choose('Resource to silence', 'None: filter or selectors')
  await userEvent.fill(await screen.findByRole('textbox', { name: 'Filter' }), filter)
}

test('shows what the silence covers and would have held back, once the typing pauses', async () => {
  const filters: (string | null | undefined)[] = []
  openCommand('resource.create?type=silence', {
    answer: withEffect((query) => {
      filters.push(query?.get('filter'))
      return listResponse(effectOf(3, 300))
    }),
  })
  await writeFilter('check.type == "http"')
  const effect = await screen.findByRole('region', { name: 'Effect' })
  await within(effect).findByText('Covers 3 of 300 resources, 1 of them unhealthy.')
  expect(within(effect).getByRole('list', { name: 'Covered resources' }).textContent).toBe(
    'cartcheck, unhealthyand 2 more'
  )
  expect(within(effect).getByText('Would have held back 2 notifications in the last 7 days.')).toBeTruthy()
  expect(filters).toEqual(['check.type == "http"'])
  expect(button('Add')).toBeTruthy()
})

test('requires a second confirmation for a silence of many resources, and Cancel has focus', async () => {
  const { posted } = openCommand('resource.create?type=silence', {
    answer: withEffect(() => listResponse(effectOf(120, 300))),
  })
  await writeFilter('true')
  await userEvent.click(await screen.findByRole('button', { name: 'Silence 120 of 300 resources…' }))
  const question = await screen.findByRole('alertdialog', { name: 'Silence 120 of 300 resources?' })
  const cancel = within(question).getByRole('button', { name: 'Cancel' })
  await expect.poll(() => document.activeElement === cancel).toBe(true)
  await userEvent.keyboard('{Enter}')
  expect(await screen.findByText('Not confirmed: nothing was sent.')).toBeTruthy()
  expect(sent(posted)).toEqual([])
  await userEvent.click(button('Silence 120 of 300 resources…'))
  await userEvent.click(await screen.findByRole('button', { name: 'Silence 120 of 300 resources' }))
  await untilDialogClosed()
  expect(sent(posted)).toMatchObject([[CREATE, { filter: 'true' }]])
})

test('asks for the effect of the values that are sent, even before it is shown', async () => {
  const { posted } = openCommand('resource.create?type=silence', {
    answer: withEffect(() => listResponse(effectOf(120, 300))),
  })
  await writeFilter('true')
  await userEvent.click(button('Add'))
  expect(await screen.findByRole('alertdialog')).toBeTruthy()
  expect(sent(posted)).toEqual([])
})

test('shows a mistake in the filter as such, and does not create the silence', async () => {
  const { posted } = openCommand('resource.create?type=silence', {
    answer: withEffect(() => listResponse({ error: 'The filter check. cannot be evaluated: Syntax error.' }, 400)),
  })
  await writeFilter('check.')
  const effect = await screen.findByRole('region', { name: 'Effect' })
  await within(effect).findByText(/^The effect is unknown\. The filter check\. cannot be evaluated/)
  expect(within(effect).queryByText(/nothing/)).toBeNull()
  await userEvent.click(button('Add'))
  await expect.poll(() => screen.getAllByText(/cannot be evaluated/).length).toBe(2)
  expect(sent(posted)).toEqual([])
})

test('shows no effect in front of a backend without the route, and silences as before', async () => {
  const { posted } = openCommand('resource.create?type=silence', {
    answer: withEffect(() => listResponse({ message: 'Not Found' }, 404)),
  })
  await writeFilter('true')
  await expect.poll(() => screen.queryByRole('region', { name: 'Effect' })).toBeNull()
  await userEvent.click(button('Add'))
  await untilDialogClosed()
  expect(sent(posted)).toHaveLength(1)
})

const FIGURES = '/api/notification/_silence_figures'

test('lists what silences held back, from one request for all of them', async () => {
  const asked: string[] = []
  await openResource('silence', {
    answer(path) {
      asked.push(path)
      if (path !== FIGURES) return answer(path)
      return listResponse(examples.map(({ id }, at) => ({ id, heldBack: at, incidents: at, endsOnRecovery: at === 0 })))
    },
  })
  const row = await screen.findByRole('row', { name: /^cart-flaps, .*Never matched, until it recovers/ })
  expect(within(row).getByText('Until it recovers')).toBeTruthy()
  expect(screen.getByRole('row', { name: /^maintenance-of-the-warehouse.*Hid 3 incidents, held back 3/ })).toBeTruthy()
  expect(asked.filter((path) => path === FIGURES)).toHaveLength(1)
})

test('lists silences with the reason if their figures cannot be read', async () => {
  await openResource('silence', {
    answer: (path) => (path === FIGURES ? listResponse({ error: 'The database is busy.' }, 503) : answer(path)),
  })
  expect(
    await screen.findByText(/The figures of the silences could not be loaded\. The database is busy\./)
  ).toBeTruthy()
  expect(screen.queryByText(/Never matched/)).toBeNull()
})

test('ends a silence when its resource recovers, in front of the embedded backend only', async () => {
  const { posted } = openCommand('resource.create?type=silence', { answer })
  const search = await field('Check')
  await userEvent.fill(search, 'cart')
  await userEvent.click(await screen.findByRole('option', { name: 'cart' }))
  await choose('Until', 'Until it recovers')
  expect(await screen.findByText('Ends once the resource has been healthy for a minute.')).toBeTruthy()
  await userEvent.click(button('Add'))
  await untilDialogClosed()
  expect(sent(posted)).toMatchObject([[CREATE, { check_id: CHECK, until_recovery: true }]])
  cleanup()
  openCommand('resource.create?type=silence', {
    answer,
    environment: { deployment: { backend: 'gateway', signIn: 'none' } },
  })
  await userEvent.click(await field('Until'))
  await screen.findByRole('option', { name: 'Indefinitely' })
  expect(screen.queryByRole('option', { name: 'Until it recovers' })).toBeNull()
})
