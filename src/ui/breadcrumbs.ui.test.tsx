import { render, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { Router } from 'wouter'
import { memoryLocation } from 'wouter/memory-location'
import { Breadcrumbs } from './breadcrumbs'

const crumbs = [
  { label: 'Health', href: '/health' },
  { label: 'payments', href: '/health?labels=team' },
  { label: 'payments-api', href: '/health?checkId=1' },
]

test('says the way down and where one is, and leads back up by keyboard', async () => {
  const { hook, history } = memoryLocation({ path: '/health?checkId=1', record: true })
  render(
    <Router hook={hook}>
      <Breadcrumbs crumbs={crumbs} />
    </Router>
  )
  const nav = screen.getByRole('navigation', { name: 'Breadcrumbs' })
  expect(
    within(nav)
      .getAllByRole('link')
      .map((link) => [link.textContent, link.getAttribute('aria-current')])
  ).toEqual([
    ['Health', null],
    ['payments', null],
    ['payments-api', 'page'],
  ])
  await userEvent.tab()
  await userEvent.tab()
  await userEvent.keyboard('{Enter}')
  expect(history.at(-1)).toBe('/health?labels=team')
})
