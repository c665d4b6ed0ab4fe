import { render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { createConsoleContext } from '@tests/helpers/console-context'
import { listResponse } from '@tests/helpers/resource-page'
import { journal } from '@/app/journal'
import '@/commands/every-command'
import type { CommandEnvironment } from '@/commands/context'
import ConfigView from './config.page'

const ID = '5a000020-0000-4000-8000-000000000105'
const id = (n: number) => `5a000010-0000-4000-8000-${String(n).padStart(12, '0')}`
const item = {
  id: ID,
  name: 'checkout',
  type: 'Kubernetes::Deployment',
  config_class: 'Deployment',
  config: null,
  created_at: '2026-05-07T05:11:08Z',
}
const all = [
  { id: id(1), name: 'Payments', type: 'Service', namespace: 'shop', health: 'unhealthy', status: 'unhealthy' },
  { id: id(2), name: 'Orders', type: 'Service', namespace: 'shop', health: 'healthy', status: 'healthy' },
  { id: id(3), name: 'Payroll', type: 'Application', namespace: 'office', health: 'warning', status: 'warning' },
]

type Link = { component_id: string; selector_id: string }

/** Opens an item with a backend that stores components and links. */
function open(links: Link[], environment: Partial<CommandEnvironment> = {}, failing = false) {
  history.replaceState(null, '', `/catalog/${ID}`)
  let kept = links
  const asked: string[] = []
  vi.stubGlobal('fetch', async (input: string, { method = 'GET', body }: RequestInit = {}) => {
    const { pathname, searchParams } = new URL(input, location.origin)
    asked.push(`${method} ${pathname}`)
    if (pathname === '/api/db/config_detail') return listResponse([item])
    if (pathname === '/api/db/configs') return listResponse([item])
    if (pathname === '/api/db/components') {
      const one = searchParams.get('id')
      const text = /name\.ilike\."\*(.*?)\*"/.exec(searchParams.get('or') ?? '')?.[1]?.toLowerCase()
      return listResponse(
        all.filter((each) => (text ? each.name.toLowerCase().includes(text) : `eq.${each.id}` === one))
      )
    }
    if (pathname !== '/api/db/config_component_relationships') return listResponse([])
    if (failing) return listResponse({ message: 'The database is on fire' }, 500)
    const component = searchParams.get('component_id')?.replace('eq.', '')
    const isMeant = (link: Link) => component === undefined || link.component_id === component
    if (method === 'POST') {
      kept = [...kept, JSON.parse(String(body)) as Link]
      return listResponse([{}], 201)
    }
    if (method === 'DELETE') {
      kept = kept.filter((link) => !isMeant(link) || link.selector_id !== 'manual')
      return listResponse([{}])
    }
    return listResponse(
      kept
        .filter(isMeant)
        .map((link) => ({ ...link, components: all.find((one) => one.id === link.component_id) ?? null }))
    )
  })
  const { around, dispatcher } = createConsoleContext({
    path: `/catalog/${ID}`,
    nameOf: (_kind, of) => (of === ID ? 'checkout' : undefined),
    ...environment,
  })
  render(around(<ConfigView />))
  return { asked, dispatcher }
}

const byHand = (n: number): Link => ({ component_id: id(n), selector_id: 'manual' })
const selected = (n: number): Link => ({ component_id: id(n), selector_id: 'a1b2' })
const region = () => screen.findByRole('region', { name: 'Components' })
const lines = async () =>
  within(await region())
    .queryAllByRole('listitem')
    .map(({ textContent }) => textContent)
const dialog = () => screen.getByRole('dialog')
const told = () => journal.messages.get().map(({ text }) => text)
const option = (name: RegExp) => screen.findByRole('option', { name })

afterEach(() => {
  vi.unstubAllGlobals()
  history.replaceState(null, '', '/')
})

test('lists the components of an item with their health and marks manual links', async () => {
  open([selected(2), byHand(1)])
  await waitFor(async () => expect(await lines()).toEqual(['Ordershealthy', 'Paymentsunhealthy, linked manually']))
  const links = within(await region()).getAllByRole('link')
  expect(links.map((link) => link.getAttribute('href'))).toEqual([`/topology/${id(2)}`, `/topology/${id(1)}`])
  expect(within(await region()).getAllByRole('button', { name: /^Unlink from/ })).toHaveLength(1)
})

test('links an item to a component found by name, and marks components that are linked already [CAT-19]', async () => {
  const { dispatcher } = open([selected(1)])
  await userEvent.click(within(await region()).getByRole('button', { name: /^Link to component/ }))
  await userEvent.keyboard('pay')
  await userEvent.click(await option(/^Payments/))
  await waitFor(() => expect(dialog().textContent).toContain('checkout already belongs to this component.'))
  const other = await option(/^Payroll/)
  expect(other.textContent).toContain('Application · office · warning')
  await userEvent.hover(other)
  await waitFor(() => expect(dialog().textContent).toContain('Makes checkout part of the component Payroll.'))
  await userEvent.click(other)
  await waitFor(() => expect(told()).toEqual(['Linked checkout to the component Payroll.']))
  await waitFor(async () => expect(await lines()).toEqual(['Paymentsunhealthy', 'Payrollwarning, linked manually']))
  await dispatcher.undo()
  await waitFor(async () => expect(await lines()).toEqual(['Paymentsunhealthy']))
})

test('unlinks a manually linked component, and undo restores the link [CAT-20]', async () => {
  const { dispatcher } = open([byHand(1), byHand(2)])
  await userEvent.click(await screen.findByRole('button', { name: 'Unlink from Payments' }))
  await waitFor(() => expect(told()).toEqual(['Unlinked checkout from the component Payments.']))
  await waitFor(async () => expect(await lines()).toEqual(['Ordershealthy, linked manually']))
  await dispatcher.undo()
  await waitFor(async () => expect(await lines()).toHaveLength(2))
})

test('the palette lists the components to unlink before any input, with the reason if one cannot be unlinked', async () => {
  const { dispatcher } = open([byHand(1), selected(2)])
  await region()
  await dispatcher.perform({ call: `component.unrelate?config=config:${ID}`, origin: 'palette' })
  const kept = await option(/^Orders/)
  await userEvent.click(kept)
  await waitFor(() =>
    expect(dialog().textContent).toContain('The topology created this link. It cannot be removed manually.')
  )
  await userEvent.click(await option(/^Payments/))
  await waitFor(() => expect(told()).toEqual(['Unlinked checkout from the component Payments.']))
})

test('users with read-only permissions see the components without commands to change them', async () => {
  open([byHand(1)], { roles: ['viewer'] })
  await waitFor(async () => expect(await lines()).toHaveLength(1))
  expect(within(await region()).queryByRole('button')).toBeNull()
})

test('hides an empty Components section from users with read-only permissions', async () => {
  const { asked } = open([], { roles: ['viewer'] })
  await waitFor(() => expect(asked).toContain('GET /api/db/config_component_relationships'))
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Components' })).toBeNull())
})

test('requests and shows no components while the topology feature is off', async () => {
  const { asked } = open([byHand(1)], { flags: new Set(['topology']) })
  await screen.findByRole('heading', { level: 1, name: 'checkout' })
  expect(screen.queryByRole('region', { name: 'Components' })).toBeNull()
  expect(asked.filter((one) => one.includes('config_component'))).toEqual([])
})

test('shows an error when the components cannot be loaded', async () => {
  open([], {}, true)
  await waitFor(async () => expect((await region()).textContent).toContain('The database is on fire'))
})
