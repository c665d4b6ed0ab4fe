import { virtual } from '@guidepup/virtual-screen-reader'
import { act, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { services, showServices } from '@tests/helpers/services'
import { planCall } from '@/commands/prepare'
import { ConfirmDialog } from '@/ui/confirm'
import { forgetClosed } from '@/views/palette/closed-search'
import { StagedPalette, checkTarget, stagedCommands, stagedContext } from './palette-stage'

// Announcements of the most used parts in a virtual screen reader that follows the specifications. The tests in
// tests/orca use a real screen reader.

afterEach(async () => {
  await virtual.stop()
  forgetClosed()
})

/** All phrases spoken after these keys. */
async function listen(keys: readonly string[]): Promise<string[]> {
  await virtual.clearSpokenPhraseLog()
  for (const key of keys) await act(() => virtual.press(key))
  return virtual.spokenPhraseLog()
}
const findStaged = (id: string) => stagedCommands.find((one) => one.id === id)
const begin = () => virtual.start({ container: document.body })

test('a list announces name, role and selection state of each row', async () => {
  showServices({ rows: services(4) })
  await begin()
  expect(await listen(['Tab'])).toEqual(['row, service-0, unhealthy, row index 2, not selected'])
  expect(await listen(['ArrowDown'])).toEqual(['row, service-1, healthy, row index 3, not selected'])
  expect(await listen(['End'])).toEqual(['row, service-3, unhealthy, row index 5, not selected'])
})

test('a list announces the sort direction in its header', async () => {
  showServices({ rows: services(4), initial: { sort: { column: 'name', isDescending: false } } })
  await begin()
  const heard: string[] = []
  while (!heard.at(-1)?.startsWith('columnheader, Service') && heard.length < 9) {
    await virtual.next()
    heard.push(await virtual.lastSpokenPhrase())
  }
  expect(heard.at(-1)).toContain('sorted in ascending order')
})

test('a grouped list announces size, level and expanded state of a group', async () => {
  showServices({ rows: services(12), initial: { group: 'health' } })
  await begin()
  const [closed = ''] = await listen(['Tab'])
  expect(closed).toMatch(/^row, unhealthy, 4 rows, not expanded, level 1, position 1, .*set size 2$/)
  const [opened = ''] = await listen(['ArrowRight'])
  expect(opened).toMatch(/^row, unhealthy, 4 rows, expanded/)
})

test('a confirmation announces its name, its effect and the resources', async () => {
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

test('a step of the palette announces the argument, the role of the field and the active option', async () => {
  const context = { targets: [checkTarget('checkout')] }
  const plan = planCall({ call: { id: 'silence.create', args: {} }, origin: 'key' }, stagedContext(context), findStaged)
  render(<StagedPalette context={context} {...(plan.step === 'ask' ? { plan } : {})} />)
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
