import { render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { eventually } from '../../tests/helpers/eventually'
import { Banner, Notice } from './notice'
import { Time } from './time'

const voice = document.createElement('div')
voice.id = 'voice-polite'
document.body.append(voice)
afterEach(() => voice.replaceChildren())

const live = '[aria-live], [role=status], [role=alert], [role=log], output'

test('a banner is announced once, although the age in it keeps changing', async () => {
  const { container } = render(
    <Banner>
      No answer. Shown is what was known <Time at={new Date(Date.now() - 58_000).toISOString()} as="ago" />.
    </Banner>
  )
  await eventually(() => expect(voice.textContent).toMatch(/^No answer. Shown is what was known \d+s ago.$/))
  await eventually(() => expect(screen.getByText('1m ago')).toBeDefined())
  expect(voice.childElementCount).toBe(1)
  expect(container.querySelector(live)).toBeNull()
})

test('a failure is announced when it appears; an empty result is not', async () => {
  const { container } = render(
    <>
      <Notice tone="empty" title="No data available" />
      <Notice tone="filtered" title="No check matches" />
      <Notice tone="bad" title="Could not load the checks" />
    </>
  )
  await eventually(() => expect(voice.textContent).toBe('Could not load the checks.'))
  expect(container.querySelector(live)).toBeNull()
})
