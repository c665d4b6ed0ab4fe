import type { UseQueryResult } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { createConsoleContext } from '@tests/helpers/console-context'
import { eventually } from '@tests/helpers/eventually'
import type { ApiError } from '@/api/http'
import { DetailPage } from './detail-page'

afterEach(() => page.viewport(1280, 800))

const long =
  'Cart forgets what is in it whenever the cache of the second region fails over to the standby nobody has touched'
const query = { data: {}, error: null, dataUpdatedAt: 1 } as unknown as UseQueryResult<unknown, ApiError>

function open(label: string) {
  const { around } = createConsoleContext({ path: '/incidents/1' })
  render(
    around(
      <DetailPage
        target={{ kind: 'incident', id: '1', label }}
        type="INC-7"
        query={query}
        trail={null}
        lead={null}
        facts={<p>Facts</p>}
        tabs={[{ id: 'about', label: 'About', panel: null }]}
        panel={undefined}
        showPanel={() => undefined}
        handlers={{}}
      />
    )
  )
}

test.each([
  [1024, 1],
  [320, 2],
])('truncates a very long name in a top bar of %i pixels, and lists it among the facts', async (width, lines) => {
  await page.viewport(width, 700)
  open(long)
  const heading = screen.getByRole('heading', { level: 1, name: long })
  const { lineHeight } = getComputedStyle(heading)
  expect(heading.clientHeight).toBeLessThan((lines + 0.5) * Number.parseFloat(lineHeight))
  expect(heading.getBoundingClientRect().right).toBeLessThan(screen.getByText('INC-7').getBoundingClientRect().left)
  expect(screen.getByText('INC-7').getBoundingClientRect().right).toBeLessThanOrEqual(width)
  expect(screen.getAllByText(long).some((one) => one.localName === 'bdi')).toBe(true)
})

test('shows the full name in a tooltip when the pointer is over a truncated name', async () => {
  await page.viewport(800, 700)
  open(long)
  await page.getByRole('heading', { level: 1 }).hover()
  await eventually(() => expect(document.querySelector('[role=tooltip]')?.textContent).toBe(long))
})

test('shows a short name once', () => {
  open('Cart is down')
  expect(screen.getAllByText('Cart is down')).toHaveLength(1)
})
