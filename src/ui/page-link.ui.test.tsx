import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { PageLink } from './page-link'

test('renders a link for a known page and text for an unknown one', () => {
  render(
    <>
      <PageLink href="/health?checkId=1" className="link">
        payments-api
      </PageLink>
      <PageLink href="/health" className="link" isCurrent>
        Health
      </PageLink>
      <PageLink href="/no/such/page" className="link" isCurrent>
        payments
      </PageLink>
    </>
  )
  const seen = ['payments-api', 'Health', 'payments'].map((name) => {
    const element = screen.getByText(name)
    return [element.getAttribute('href'), element.matches(':any-link'), element.getAttribute('aria-current')]
  })
  expect(seen).toEqual([
    ['/health?checkId=1', true, null],
    ['/health', true, 'page'],
    [null, false, 'page'],
  ])
})
