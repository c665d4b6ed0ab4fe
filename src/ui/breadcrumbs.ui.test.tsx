import { render, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { Router } from 'wouter'
import { memoryLocation } from 'wouter/memory-location'
import { eventually } from '../../tests/helpers/eventually'
import { Breadcrumbs } from './breadcrumbs'

const crumbs = [
  { label: 'Health', href: '/health' },
  { label: 'payments', href: '/health?labels=team' },
  { label: 'payments-api', href: '/health?checkId=1' },
]

test('names the ancestors and the current page and links back by keyboard [UI-08]', async () => {
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

const tip = () => document.querySelector('[role=tooltip]')?.textContent

test('a truncated step shows its full text in a tip by keyboard; other steps do not', async () => {
  const long = 'payments-api behind the gateway of the second region'
  const { hook } = memoryLocation({ path: '/health' })
  render(
    <Router hook={hook}>
      <div style={{ width: '12rem' }}>
        <Breadcrumbs crumbs={[crumbs[0] ?? { label: '', href: '' }, { label: long, href: '/health?checkId=1' }]} />
      </div>
    </Router>
  )
  await userEvent.tab()
  await userEvent.tab()
  await eventually(() => expect(tip()).toBe(long))
  await userEvent.tab({ shift: true })
  expect(document.activeElement?.textContent).toBe('Health')
  await eventually(() => expect(tip()).toBeUndefined())
  // Longer than the delay of a tip.
  await new Promise((done) => setTimeout(done, 600))
  expect(tip()).toBeUndefined()
})
