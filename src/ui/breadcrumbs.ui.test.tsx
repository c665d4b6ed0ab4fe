import { render, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { Router } from 'wouter'
import { memoryLocation } from 'wouter/memory-location'
import { Breadcrumbs } from './breadcrumbs'

const crumbs = [
  { label: 'Catalog', href: '/catalog' },
  { label: 'Kubernetes', href: '/catalog?type=Kubernetes' },
  { label: 'payments-api', href: '/catalog/1' },
]

test('says the way down and where one is, and leads back up by keyboard', async () => {
  const { hook, history } = memoryLocation({ path: '/catalog/1', record: true })
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
    ['Catalog', null],
    ['Kubernetes', null],
    ['payments-api', 'page'],
  ])
  await userEvent.tab()
  await userEvent.tab()
  await userEvent.keyboard('{Enter}')
  expect(history.at(-1)).toBe('/catalog?type=Kubernetes')
})
