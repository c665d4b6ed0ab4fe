import { render, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import type { CommandEnvironment } from '@/commands/context'
import { readFlags } from '@/shared/access/flags'
import { GalleryConsole } from '@dev/gallery/gallery-console'
import { Sidebar } from './sidebar'

const show = (environment: Partial<CommandEnvironment>, isIcons = false) =>
  render(
    <GalleryConsole {...environment}>
      <Sidebar isIcons={isIcons} version="1.2.3" userName="Ada" onLeave={() => undefined} />
    </GalleryConsole>
  )
const entries = () => screen.queryAllByRole('link', { name: /^Health/ })

test('shows an entry to users who may read its page [SHELL-07]', () => {
  show({ roles: ['viewer'], flags: readFlags([{ name: 'logs.disable', value: 'true' }]) })
  expect(entries()).toHaveLength(1)
})

test('hides an entry of a feature that is off [SHELL-08]', () => {
  show({ roles: ['admin'], flags: readFlags([{ name: 'health.disable', value: 'true' }]) })
  expect(entries()).toEqual([])
})

test('hides an entry of a page without read access [SHELL-09]', () => {
  show({ roles: ['no such role'] })
  expect(entries()).toEqual([])
})

/** The entries of the resource tables of the settings. */
const tables = ['Canaries', 'Catalog Scrapers', 'People', 'Rules', 'Teams', 'Topologies']
const inSettings = () => within(screen.getByRole('list', { name: 'Settings' })).getAllByRole('link')
const words = (links: HTMLElement[]) => links.map((link) => link.textContent?.replace(/G ?[A-Z]$/, ''))

test('opens and closes the group of settings, sorted by name, with the tables of resources [SHELL-02 SHELL-04 SHELL-05]', async () => {
  show({ roles: ['admin'] })
  const group = screen.getByRole('button', { name: 'Settings' })
  expect(group.getAttribute('aria-expanded')).toBe('false')
  expect(screen.queryByRole('link', { name: /^People/ })).toBeNull()
  await userEvent.click(group)
  expect(group.getAttribute('aria-expanded')).toBe('true')
  const names = words(inSettings())
  expect(names.length).toBeGreaterThan(1)
  expect(names).toEqual(names.toSorted())
  expect(names).toEqual(expect.arrayContaining(tables))
  await userEvent.click(group)
  expect(screen.queryByRole('list', { name: 'Settings' })).toBeNull()
})

test.each([
  [['viewer'], 0],
  [['guest'], 0],
  [['everyone', 'viewer', 'guest'], 0],
  // An additional role can only add rights.
  [['viewer', 'admin'], 1],
  [['admin'], 1],
])('shows the settings to the roles %j: %i [SHELL-10]', (roles, count) => {
  show({ roles })
  expect(screen.queryAllByRole('button', { name: 'Settings' })).toHaveLength(count)
})

test('keeps the names for screen readers and tooltips when collapsed to icons [SHELL-11]', () => {
  show({ roles: ['admin'] }, true)
  const [health] = entries()
  expect(health?.textContent).toBe('Health')
  expect(health?.title).toBe('Health')
  expect(health?.querySelector('span')?.getBoundingClientRect().width).toBeLessThan(2)
  for (const link of inSettings()) {
    expect(link.title).toBe(words([link])[0])
    expect(link.querySelector('span')?.getBoundingClientRect().width).toBeLessThan(2)
  }
  expect(screen.getByRole('button', { name: /^Search or run/ }).textContent).toBe('')
  expect(screen.queryByText('Mission Control')).toBeNull()
})

test('links the logo to the home page [SHELL-15]', () => {
  show({ roles: ['viewer'] })
  expect(screen.getByRole('link', { name: 'Mission Control, home' }).getAttribute('href')).toBe('/')
})

const summary = () => screen.queryByRole('link', { name: 'Summary' })

test('lists the subpages of an entry while one of its pages is open, and marks the current page', () => {
  const { unmount } = show({ roles: ['admin'] })
  expect(summary()).toBeNull()
  unmount()
  history.replaceState(null, '', '/catalog/summary')
  show({ roles: ['admin'] })
  expect(summary()?.getAttribute('aria-current')).toBe('page')
  expect(screen.getByRole('link', { name: /^Catalog/ }).getAttribute('aria-current')).toBeNull()
  history.replaceState(null, '', '/')
})

test('marks a settings page below another entry only in the settings', () => {
  history.replaceState(null, '', '/catalog/scrapers')
  show({ roles: ['admin'] })
  expect(screen.getByRole('link', { name: /^Catalog Scrapers/ }).getAttribute('aria-current')).toBe('page')
  expect(screen.getByRole('link', { name: 'Catalog' }).getAttribute('aria-current')).toBeNull()
  expect(summary()).toBeNull()
  history.replaceState(null, '', '/')
})
