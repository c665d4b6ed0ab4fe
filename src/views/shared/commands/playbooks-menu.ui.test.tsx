import '@/commands/playbooks/playbook-dry-run.commands'
import '@/commands/playbooks/playbook.commands'
import '@/commands/playbooks/runs.commands'
import { screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { listResponse, openPage, type TestPageOptions } from '@tests/helpers/resource-page'
import { playbookKinds } from '@/commands/playbooks/playbook.commands'
import { idleQueue } from '@/ui/prefetch-queue'
import { PlaybooksMenu } from './playbooks-menu'

const THING = '5a000021-0000-4000-8000-000000000001'
const RESTART = '5a000022-0000-4000-8000-000000000001'
const SCALE = '5a000023-0000-4000-8000-000000000001'
const OTHER = '5a000024-0000-4000-8000-000000000001'

const applicable: NonNullable<TestPageOptions['answer']> = (path) => {
  if (path === '/api/playbook/list')
    return listResponse([RESTART, SCALE].map((id) => ({ id, name: id, parameters: null })))
  if (path === '/api/db/playbooks')
    return listResponse([
      { id: RESTART, title: 'Restart' },
      { id: SCALE, title: 'Scale' },
      { id: OTHER, title: 'Not for it' },
    ])
  if (path === '/api/db/playbook_runs') return listResponse([{ playbook_id: SCALE, thing: THING }])
  return undefined
}

/** The menu of a resource, and an element of the page that always renders. */
const open = (kind: (typeof playbookKinds)[number], options: TestPageOptions = {}) =>
  openPage(
    () => (
      <>
        <p>The page</p>
        <PlaybooksMenu for={{ kind, id: THING, label: 'checkout' }} />
      </>
    ),
    '/',
    { answer: applicable, ...options }
  )

afterEach(() => {
  vi.unstubAllGlobals()
})

// The first test, because the code of the menu is loaded once.
test('does not wait until the page is idle', async () => {
  const release = idleQueue.holdWhile(() => true)
  open('check')
  expect(await screen.findByRole('button', { name: 'Playbooks', expanded: false })).toBeTruthy()
  release()
})

test.each(playbookKinds)('lists the playbooks that apply to a %s by key, the last used one first', async (kind) => {
  const { performed, urls } = open(kind)
  await screen.findByRole('button', { name: 'Playbooks', expanded: false })
  expect(urls[0]?.href).toBe(`${location.origin}/api/playbook/list?${kind}_id=${THING}`)
  await userEvent.tab()
  await userEvent.keyboard('{Enter}')
  const menu = await screen.findByRole('menu', { name: 'Playbooks for checkout' })
  expect(
    within(menu)
      .getAllByRole('menuitem')
      .map((item) => item.textContent)
  ).toEqual(['Scaleused last', 'Restart'])
  await userEvent.keyboard('{ArrowDown}{Enter}')
  expect(performed).toEqual([`playbook.run?target=${kind}:${THING}&playbook=${RESTART}`])
})

const SHOP = '5a000025-0000-4000-8000-000000000001'

/** The answers for a check of the component “shop”, with the playbooks that apply to each. */
const ofShop =
  ({ check = [], shop = [] }: { check?: string[]; shop?: string[] }): typeof applicable =>
  (path, url, body) => {
    if (path === '/api/db/checks')
      return listResponse([
        {
          id: THING,
          name: 'checkout',
          type: 'http',
          status: 'healthy',
          components: [{ components: { id: SHOP, name: 'shop' } }],
        },
      ])
    if (path !== '/api/playbook/list') return applicable(path, url, body)
    return listResponse((url.includes('component_id') ? shop : check).map((id) => ({ id, name: id, parameters: null })))
  }

test('lists the playbooks of the component of a check below those of the check, and runs them for the component', async () => {
  const { performed } = open('check', {
    answer: ofShop({ check: [RESTART], shop: [RESTART, OTHER] }),
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Playbooks', expanded: false }))
  const menu = await screen.findByRole('menu', { name: 'Playbooks for checkout' })
  const shop = within(menu).getByRole('group', { name: 'Component shop' })
  expect(
    within(menu)
      .getAllByRole('menuitem')
      .map((item) => item.textContent)
  ).toEqual(['Restart', 'Not for it', 'Restart'])
  await userEvent.click(within(shop).getByRole('menuitem', { name: 'Restart' }))
  expect(performed).toEqual([`playbook.run?target=component:${SHOP}&playbook=${RESTART}`])
})

test('has no menu if no playbook applies [PLAY-23]', async () => {
  const { asked } = open('check', { answer: ofShop({}) })
  await expect.poll(() => asked).toEqual(['/api/playbook/list', '/api/db/checks', '/api/playbook/list'])
  await screen.findByText('The page')
  // If a playbook applied, the menu would be shown by then.
  await new Promise((done) => setTimeout(done, 300))
  expect(screen.queryByRole('button')).toBeNull()
})

test.each([
  ['a viewer', { roles: ['viewer' as const] }],
  [
    'a user who may change playbooks but not run them',
    { permissions: [{ object: 'playbooks', action: 'update', condition: 'true', deny: false }] },
  ],
  ['a public page', { isReadOnly: true as const }],
  ['a console with playbooks turned off', { flags: new Set(['playbooks']) }],
])('sends no request and shows no menu for %s [PLAY-24]', async (_who, environment) => {
  const { asked } = open('check', { environment: environment as never })
  await screen.findByText('The page')
  // For a user who may run playbooks, the menu would be shown by then.
  await new Promise((done) => setTimeout(done, 300))
  expect(screen.queryByRole('button')).toBeNull()
  expect(asked).toEqual([])
})

test('offers the run dialog, which shows the error, if the playbooks could not be loaded', async () => {
  const { performed } = open('check', {
    answer: (path) => (path === '/api/playbook/list' ? listResponse({ error: 'It is asleep.' }, 403) : undefined),
  })
  await userEvent.click(await screen.findByRole('button', { name: /^Run playbook/ }))
  expect(performed).toEqual(['playbook.run'])
})
