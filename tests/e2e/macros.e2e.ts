import { findAxeViolations } from '../helpers/axe'
import { expect, test } from '../helpers/shared-page'
import { heard, shown } from '../helpers/announcements'
import { search } from './places/place'

// A macro from its recording to its replay for other resources, by keyboard alone.

type Row = Record<string, unknown>

test('records the changes to one check, replays them for others, and reports and undoes them as one', async ({
  page,
}) => {
  const silences = async () =>
    (await (await page.request.get('/api/db/notification_silences?deleted_at=is.null&select=name')).json()) as Row[]
  const before = await silences()
  await page.goto('/health?groupBy=none')
  const row = page.locator('[role="row"]:focus')
  await expect(page.getByRole('row').nth(4)).toBeVisible()
  await page.keyboard.press('j')
  await expect(row).toBeVisible()

  await page.keyboard.press('Shift+W')
  await expect(page.getByRole('region', { name: 'Recording a macro' })).toContainText('0 steps')
  await page.keyboard.press('s')
  await expect(page.getByRole('option', { name: /^2h/ })).toBeVisible()
  await page.keyboard.press('2')
  await page.keyboard.press('Enter')
  await expect(heard(page, /^Silenced .* for 2h, until /)).toBeAttached()
  await page.keyboard.press('c')
  await expect(page).toHaveURL(/\/timeline/)
  await page.goBack()
  await expect(page.getByRole('region', { name: 'Recording a macro' })).toContainText('1 step')
  await page.keyboard.press('Shift+W')
  await expect(heard(page, 'Recorded 1 step.')).toBeAttached()

  await expect(page.getByRole('row').nth(4)).toBeVisible()
  await page.getByRole('row').nth(2).focus()
  await page.keyboard.press('x')
  await page.keyboard.press('j')
  await page.keyboard.press('x')
  await page.keyboard.press(',')
  const dialog = page.getByRole('dialog', { name: 'Replay “Last recording”' })
  const calls = dialog.getByRole('region', { name: 'Planned changes' })
  await expect(calls).toBeFocused()
  await expect(dialog).toContainText('2 changes, in this order.')
  await expect(calls.getByRole('row')).toHaveCount(3)
  await expect(calls.getByRole('row').nth(1)).toContainText(/^(.*)Silences notifications about \1 for 2h\.$/)
  expect(await findAxeViolations(page)).toEqual([])
  // Enter does not confirm changes that do not fit on the screen.
  await page.keyboard.press('Enter')
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Control+Enter')
  await expect(heard(page, /^Replayed “Last recording” for .* and .*: 2 changes\.$/)).toBeAttached()
  await expect(dialog).toBeHidden()
  expect(await silences()).toHaveLength(before.length + 3)

  await page.keyboard.press('z')
  await expect(heard(page, 'Undid “Last recording”.')).toBeAttached()
  expect(await silences()).toHaveLength(before.length + 1)

  // A saved macro with a name and an argument to ask for is among the commands.
  await search('>save the last recording')(page)
  await page.keyboard.press('Enter')
  const form = page.getByRole('dialog', { name: 'Save the last recording' })
  await expect(form.getByRole('textbox', { name: 'Name' })).toBeFocused()
  await page.keyboard.type('Quiet')
  await form.getByRole('checkbox', { name: 'Ask each time: duration (2h)' }).press('Space')
  expect(await findAxeViolations(page)).toEqual([])
  await page.keyboard.press('Control+Enter')
  await expect(heard(page, 'Saved the macro Quiet.')).toBeAttached()
  await page.reload()
  await expect(page.getByRole('row').nth(4)).toBeVisible()
  await page.keyboard.press('j')
  await expect(row).toBeVisible()
  await search('>replay quiet')(page)
  await page.keyboard.press('Enter')
  const named = page.getByRole('dialog', { name: 'Replay “Quiet”' })
  await expect(named.getByRole('textbox', { name: 'Silence notifications: duration' })).toBeFocused()
  await page.keyboard.press('Control+a')
  await page.keyboard.type('never')
  await expect(shown(page, 'The macro does not set “Duration”', { exact: false })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Discard', exact: true }).press('Enter')
  await expect(named).toBeHidden()

  await search('>edit quiet')(page)
  await page.keyboard.press('Enter')
  const edit = page.getByRole('dialog', { name: 'Edit macro' })
  await expect(edit.getByRole('textbox', { name: 'Name' })).toHaveValue('Quiet')
  await page.keyboard.press('Control+a')
  await page.keyboard.type('Hush')
  await page.keyboard.press('Control+Enter')
  await expect(heard(page, 'Changed the macro Hush.')).toBeAttached()
  await expect(edit).toBeHidden()
  await search('>remove hush')(page)
  await page.keyboard.press('Enter')
  await expect(heard(page, 'Removed the macro Hush.')).toBeAttached()
  await page.keyboard.press('z')
  await expect(heard(page, 'Restored the macro Hush.')).toBeAttached()
})
