import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import type { CommandEnvironment } from '@/commands/context'
import { GalleryConsole } from '@dev/gallery/gallery-console'
import { eventually } from '@tests/helpers/eventually'
import { Sidebar } from './sidebar'

/** The width of the sidebar. */
const WIDTH = 216
const idOf = (n: number) => `5a0000aa-0000-4000-8000-${String(n).padStart(12, '0')}`
const viewOf = (n: number, more: object = {}) => ({
  id: idOf(n),
  name: `View ${n}`,
  address: `/catalog?tag=${n}`,
  shared: false,
  own: true,
  author: 'Ada',
  ...more,
})

afterEach(() => {
  vi.unstubAllGlobals()
  history.replaceState(null, '', '/')
})

/** Shows the sidebar with these views stored. @returns the requested paths and the number of departures */
function show(
  views: readonly object[],
  more: Partial<CommandEnvironment> & { isIcons?: boolean; status?: number } = {}
) {
  const { isIcons = false, status = 200, ...environment } = more
  const seen = { paths: [] as string[], departures: 0 }
  vi.stubGlobal('fetch', async (path: string) => {
    seen.paths.push(path)
    return Response.json(status === 200 ? { views, mayShare: false } : { error: 'no' }, { status })
  })
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  render(
    <QueryClientProvider client={client}>
      <GalleryConsole deployment={{ backend: 'embedded', signIn: 'kratos' }} {...environment}>
        <div style={{ width: WIDTH }}>
          <Sidebar isIcons={isIcons} version="1.2.3" userName="Ada" onLeave={() => seen.departures++} />
        </div>
      </GalleryConsole>
    </QueryClientProvider>
  )
  return seen
}

const list = () => screen.queryByRole('list', { name: 'Saved views' })
const links = () => within(screen.getByRole('list', { name: 'Saved views' })).getAllByRole('link')
const linkTo = (name: string) => within(screen.getByRole('list', { name: 'Saved views' })).getByRole('link', { name })

test('lists the saved views as links, and says who shares them', async () => {
  show([viewOf(1), viewOf(2, { shared: true }), viewOf(3, { shared: true, own: false, author: 'Bo' })])
  await eventually(() => expect(links()).toHaveLength(3))
  expect(linkTo('View 1').getAttribute('href')).toBe('/catalog?tag=1')
  expect(linkTo('View 1').title).toBe('View 1 · Private')
  expect(linkTo('View 2 (Shared)')).toBeTruthy()
  expect(linkTo('View 3 (Shared by Bo)').title).toBe('View 3 · Shared by Bo')
})

test('opens a view by keyboard, marks it as current, and closes the sidebar of narrow screens', async () => {
  const seen = show([viewOf(1), viewOf(2)])
  await eventually(() => expect(links()).toHaveLength(2))
  linkTo('View 2').focus()
  await userEvent.keyboard('{Enter}')
  await eventually(() => expect(`${location.pathname}${location.search}`).toBe('/catalog?tag=2'))
  await eventually(() => expect(linkTo('View 2').getAttribute('aria-current')).toBe('true'))
  expect(linkTo('View 1').getAttribute('aria-current')).toBeNull()
  expect(seen.departures).toBe(1)
})

test.each([
  ['there are no views', [], {}],
  ['they cannot be loaded', [viewOf(1)], { status: 500 }],
])('shows no section while %s', async (_when, views, more) => {
  const seen = show(views, more)
  await eventually(() => expect(seen.paths).toEqual(['/api/_saved_views']))
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(list()).toBeNull()
  expect(screen.queryByText('Saved views')).toBeNull()
})

test.each<[string, Parameters<typeof show>[1]]>([
  ['another backend', { deployment: { backend: 'gateway', signIn: 'kratos' } }],
  ['a sidebar of icons', { isIcons: true }],
])('requests nothing for %s', async (_what, more) => {
  const seen = show([viewOf(1)], more)
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(seen.paths).toEqual([])
  expect(list()).toBeNull()
})

test('lists ten views, and leads to the others', async () => {
  show(Array.from({ length: 23 }, (_none, n) => viewOf(n + 1)))
  await eventually(() => expect(links()).toHaveLength(10))
  expect(screen.getByRole('button', { name: /^All 23 views/ })).toBeTruthy()
})

test('cuts a long name at the width of the sidebar', async () => {
  show([viewOf(1, { name: 'Unhealthy pods of the shop in all clusters '.repeat(2).trim() })])
  await eventually(() => expect(links()).toHaveLength(1))
  const [link] = links()
  expect(link?.getBoundingClientRect().width).toBeLessThan(WIDTH)
  expect(link?.getBoundingClientRect().height).toBeLessThan(50)
})
