import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { eventually } from '@tests/helpers/eventually'
import { Landmark } from './landmark'

function Regions({ withPane = false }) {
  return (
    <>
      <Landmark as="nav" label="Sidebar">
        <a href="/">Home</a>
      </Landmark>
      <Landmark as="main" label="Checks">
        <button type="button">Run</button>
      </Landmark>
      {withPane && (
        <Landmark as="section" label="Detail">
          text
        </Landmark>
      )}
    </>
  )
}

test('F6 moves between regions and returns to the last position in each, also in a region added later', async () => {
  const { rerender } = render(<Regions />)
  screen.getByRole('button', { name: 'Run' }).focus()
  await eventually(async () => {
    await userEvent.keyboard('{F6}')
    expect(screen.getByRole('navigation', { name: 'Sidebar' })).toBe(document.activeElement)
  })
  await userEvent.keyboard('{F6}')
  expect(screen.getByRole('main', { name: 'Checks' })).toBe(document.activeElement)
  screen.getByRole('button', { name: 'Run' }).focus()

  rerender(<Regions withPane />)
  await userEvent.keyboard('{F6}')
  expect(screen.getByRole('region', { name: 'Detail' })).toBe(document.activeElement)
  await userEvent.keyboard('{Shift>}{F6}{/Shift}')
  expect(screen.getByRole('button', { name: 'Run' })).toBe(document.activeElement)
})
