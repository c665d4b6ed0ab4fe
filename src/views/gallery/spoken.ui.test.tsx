import { virtual } from '@guidepup/virtual-screen-reader'
import { act, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { services, showServices } from '../../../tests/helpers/services'
import { prepare } from '../../commands/prepare'
import { ConfirmDialog } from '../../ui/confirm'
import { forgetClosed } from '../palette/reopen'
import { Staged, checkTarget, stagedCommands, stagedContext } from './palette-stage'

// What is heard in the places people are most, by a reader that follows the specifications to the letter. What a real one
// says is in tests/orca.

afterEach(async () => {
  await virtual.stop()
  forgetClosed()
})

/** What is said after this, by and by. */
async function listen(keys: readonly string[]): Promise<string[]> {
  await virtual.clearSpokenPhraseLog()
  for (const key of keys) await act(() => virtual.press(key))
  return virtual.spokenPhraseLog()
}
const findStaged = (id: string) => stagedCommands.find((one) => one.id === id)
const begin = () => virtual.start({ container: document.body })

test('a list: each row by its name, what it is and whether it is ticked', async () => {
  showServices({ rows: services(4) })
  await begin()
  expect(await listen(['Tab'])).toEqual(['row, service-0, unhealthy, row index 2, not selected'])
  expect(await listen(['ArrowDown'])).toEqual(['row, service-1, healthy, row index 3, not selected'])
  expect(await listen(['End'])).toEqual(['row, service-3, unhealthy, row index 5, not selected'])
})

test('a list: the head tells how it is sorted', async () => {
  showServices({ rows: services(4), initial: { sort: { column: 'name', isDescending: false } } })
  await begin()
  const heard: string[] = []
  while (!heard.at(-1)?.startsWith('columnheader, Service') && heard.length < 9) {
    await virtual.next()
    heard.push(await virtual.lastSpokenPhrase())
  }
  expect(heard.at(-1)).toContain('sorted in ascending order')
})

test('a grouped list: a group tells its size, its level and that it can be opened', async () => {
  showServices({ rows: services(12), initial: { group: 'health' } })
  await begin()
  const [closed = ''] = await listen(['Tab'])
  expect(closed).toMatch(/^row, unhealthy, 4 rows, not expanded, level 1, position 1, .*set size 2$/)
  const [opened = ''] = await listen(['ArrowRight'])
  expect(opened).toMatch(/^row, unhealthy, 4 rows, expanded/)
})

test('a question before deleting: its name, what happens, and what is meant', async () => {
  render(
    <ConfirmDialog
      title="Delete 2 checks?"
      verb="delete"
      yes="Delete 2 checks"
      names={['a', 'b']}
      onCancel={() => undefined}
      onConfirm={() => undefined}
    >
      What uses them stops working.
    </ConfirmDialog>
  )
  await virtual.start({ container: screen.getByRole('alertdialog') })
  const heard = await virtual.spokenPhraseLog()
  expect(heard.join(' ')).toContain('Delete 2 checks?')
  expect(heard.join(' ')).toContain('What uses them stops working.')
  expect(document.activeElement?.textContent).toBe('Cancel')
})

test('a step of the palette: what is asked, of what kind the field is, and the option under the cursor', async () => {
  const context = { targets: [checkTarget('checkout')] }
  const plan = prepare({ call: 'silence.create', origin: 'key' }, stagedContext(context), findStaged)
  render(<Staged context={context} {...(plan.step === 'ask' ? { plan } : {})} />)
  await begin()
  const field = screen.getByRole('combobox')
  expect(document.activeElement).toBe(field)
  await virtual.press('ArrowDown')
  const option = document.getElementById(field.getAttribute('aria-activedescendant') ?? '')
  expect(option?.getAttribute('aria-label')).toBe('1 hour')
  expect(option?.getAttribute('aria-description')).toMatch(/^until \d\d:\d\d$/)
  await virtual.stop()
  await virtual.start({ container: field })
  expect(await virtual.lastSpokenPhrase()).toMatch(/^combobox, Until/)
})
