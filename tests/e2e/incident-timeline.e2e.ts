import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright/test'
import { findAxeViolations } from '../helpers/axe'
import { recordCalls } from '../helpers/calls'
import { expect, test } from '../helpers/console'
import { heard } from '../helpers/announcements'

const INCIDENT = '5a000012-0000-4000-8000-000000000008'
const timeline = (page: Page) => page.getByRole('treegrid', { name: 'Timeline' })

test('shows work and events on the timeline, and a new comment on a hypothesis, by keyboard [INC-16] [INC-18] [CALL-52]', async ({
  page,
  running,
}) => {
  await page.goto(`${running.url}/incidents/${INCIDENT}`)
  const factor = page.getByRole('row', { name: /^The memory limit was reduced/ })
  await factor.focus()
  await page.keyboard.press('c')
  const dialog = page.getByRole('dialog', { name: /^Comment on The memory limit was reduced/ })
  const text = dialog.getByRole('textbox', { name: 'Comment' })
  await expect(text).toBeFocused()
  await page.keyboard.type('Rolling back now. @wie')
  await expect(dialog.getByRole('option', { name: 'Tomasz Wieczorek' })).toBeVisible()
  await page.keyboard.press('Tab')
  await page.keyboard.type('please look.')
  await expect(text).toHaveValue('Rolling back now. @Tomasz Wieczorek please look.')
  const [sent] = await Promise.all([
    page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/api/db/comments')),
    page.keyboard.press('Control+Enter'),
  ])
  expect(sent.postDataJSON()).toMatchObject({ incident_id: INCIDENT, hypothesis_id: expect.any(String) })
  await expect(dialog).toBeHidden()
  // The URL of the dialog is removed a moment later, which would undo a navigation before that.
  await expect(page).not.toHaveURL(/[?&]do=/)
  const comment = timeline(page).getByRole('row', { name: /^Comment, .*Rolling back now/ })
  const calls = await recordCalls(page, async () => {
    await page.keyboard.press('2')
    await expect(comment).toBeVisible()
  })
  expect(calls).toContain('GET /api/db/incident_histories')
  await expect(timeline(page).getByRole('row', { name: /^Activity, Set the status to investigating/ })).toBeAttached()
  await expect(
    timeline(page)
      .getByRole('row', { name: /^Change, .*, on checkout/ })
      .first()
  ).toBeAttached()
  await expect(timeline(page).getByRole('row', { name: /^Evidence, .*checkout API/ })).toBeAttached()
  await comment.focus()
  await page.keyboard.press('Enter')
  const detail = page.getByRole('region', { name: /^Rolling back now/ })
  await expect(detail.getByText('@Tomasz Wieczorek', { exact: true })).toBeVisible()
  expect(await findAxeViolations(page)).toEqual([])
  await page.keyboard.press('Escape')
  await page.keyboard.press('z')
  await expect(comment).toBeHidden()
})

test('completes mentions while typing: focus stays in the text, errors are announced, and Escape closes the list', async ({
  page,
  running,
}) => {
  const searches: string[] = []
  let isAway = false
  await page.route('**/api/db/people?*', (route) => {
    const name = new URL(route.request().url()).searchParams.get('name')
    if (name) searches.push(name)
    return isAway ? route.fulfill({ status: 500, json: { message: 'No database answers' } }) : route.continue()
  })
  await page.goto(`${running.url}/incidents/${INCIDENT}`)
  await page.getByRole('row', { name: /^The memory limit was reduced/ }).focus()
  await page.keyboard.press('c')
  const dialog = page.getByRole('dialog', { name: /^Comment on/ })
  const text = dialog.getByRole('textbox', { name: 'Comment' })
  const list = dialog.getByRole('listbox', { name: 'People' })
  await expect(text).toBeFocused()
  await page.keyboard.type('Asked @a')
  await expect(list.getByRole('option').nth(1)).toBeVisible()
  await expect(heard(page, /^\d+ people$/)).toBeAttached()
  expect(await findAxeViolations(page)).toEqual([])
  const [, second = ''] = await list.getByRole('option').allTextContents()
  await page.keyboard.press('ArrowDown')
  await expect(text).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(text).toHaveValue(`Asked @${second} `)
  await expect(list).toBeHidden()
  await page.keyboard.type('and @tom')
  await expect(list.getByRole('option')).toHaveText(['Tomasz Wieczorek'])
  await page.keyboard.press('Escape')
  await expect(list).toBeHidden()
  await expect(text).toBeFocused()
  // An error and an empty result have different messages.
  isAway = true
  await page.keyboard.type(', @zz')
  await expect(dialog.getByText('No database answers')).toBeVisible()
  await expect(heard(page, 'No database answers')).toBeAttached()
  expect(await findAxeViolations(page)).toEqual([])
  isAway = false
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('No people found')).toBeVisible()
  await page.keyboard.press('Backspace')
  await page.keyboard.press('Backspace')
  await page.keyboard.type('han')
  await expect(list.getByRole('option')).toHaveText(['Hanneke de Wit'])
  expect(searches).toContain('ilike.*han*')
  const [sent] = await Promise.all([
    page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/api/db/comments')),
    page.keyboard.press('Control+Enter'),
  ])
  expect(sent.postDataJSON()).toMatchObject({ comment: `Asked @${second} and @tom, @han` })
  await expect(dialog).toBeHidden()
  await expect(page).not.toHaveURL(/[?&]do=/)
  await page.keyboard.press('z')
  await expect(heard(page, /Removed the comment/)).toBeAttached()
})

test('links a change on the timeline by its key, and the check of a failure', async ({ page, running }) => {
  await page.goto(`${running.url}/incidents/${INCIDENT}?panel=timeline&kind=change:1,failed:1`)
  const form = page.getByRole('dialog', { name: 'Link to incident' })
  for (const [row, evidence] of [
    [/^Change, .*, on checkout/, /^Evidence: .* of checkout/],
    [/^Failure, .*, on checkout API/, 'Evidence: checkout API'],
  ] as const) {
    await timeline(page).getByRole('row', { name: row }).first().focus()
    await page.keyboard.press('e')
    await expect(form.getByRole('radio', { name: /^Checkout down/ })).toBeVisible()
    await expect(form.getByText(evidence)).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(form).toBeHidden()
  }
})

test('shows a printable post-mortem, and saves it as Markdown', async ({ page, running }) => {
  await page.goto(`${running.url}/incidents/${INCIDENT}`)
  await expect(page.getByRole('row', { name: /^The memory limit was reduced/ })).toBeVisible()
  await page.keyboard.press('y')
  await page.keyboard.press('p')
  await page.getByRole('option', { name: 'Printable page' }).click()
  await expect(page).toHaveURL(new RegExp(`/incidents/${INCIDENT}/report$`))
  const report = page.getByRole('article')
  for (const heading of ['Summary', 'Hypotheses and evidence', 'Definition of done', 'Timeline'])
    await expect(report.getByRole('heading', { name: heading })).toBeVisible()
  await expect(report.getByText('The memory limit was reduced from 512Mi to 128Mi').first()).toBeVisible()
  expect(await findAxeViolations(page)).toEqual([])
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('banner')).toBeHidden()
  await expect(page.getByRole('button')).toHaveCount(0)
  await expect(report).toBeVisible()
  await page.emulateMedia({ media: null })
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Markdown' }).click(),
  ])
  expect(file.suggestedFilename()).toBe('INC-8-post-mortem.md')
  const text = (await readFile(await file.path())).toString()
  expect(text).toContain('# INC-8: Checkout down since 4.19.0')
  expect(text).toContain(String.raw`The limit in the new manifest is \*\*128Mi\*\*`)
  await expect(heard(page, /Saved INC-8-post-mortem\.md/)).toBeAttached()
})

test('opens the handover with two keys, copies it as Markdown, and shows the raw log on demand', async ({
  page,
  running,
}) => {
  await page.goto(`${running.url}/catalog`)
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  await page.evaluate(() => {
    // Headless browsers refuse access to the clipboard.
    Object.defineProperty(navigator, 'clipboard', {
      value: { writeText: async (text: string) => void (document.documentElement.dataset['copied'] = text) },
    })
  })
  await page.keyboard.press('g')
  await page.keyboard.press('b')
  const dialog = page.getByRole('dialog', { name: 'Handover' })
  const section = (name: string) => dialog.getByRole('region', { name })
  await expect(section('Still broken')).toContainText('INC-8: Checkout down since 4.19.0')
  await expect(section('Still broken')).toContainText('Owner: Hanneke de Wit')
  await expect(section('Decided')).toContainText('INC-8 Checkout down since 4.19.0: Set the status to investigating')
  await expect(section('Silences ending soon')).toContainText('cart: Known: the session cache')
  await expect(section('Changes that mattered')).toContainText('checkout: Image 4.18.2 → 4.19.0, memory 512Mi → 128Mi')
  await expect(section('Changes that mattered')).not.toContainText('Pulled')
  await expect(section('Flapping')).toContainText(/ × \d/)
  expect(await findAxeViolations(page)).toEqual([])
  await expect(dialog.getByRole('button', { name: 'Copy as Markdown' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.locator('html[data-copied*="## Still broken"]')).toBeAttached()
  await dialog.getByRole('button', { name: 'Raw log', exact: true }).click()
  const text = dialog.getByRole('group', { name: 'Raw log, code' })
  for (const line of [
    /failed +checkout API/,
    /changed +checkout: /,
    /ran +Playbook Restart deployment on checkout: failed \(by Hanneke de Wit\)/,
    /decided +INC-8 Checkout down since 4\.19\.0: Set the status to investigating/,
  ])
    await expect(text).toHaveText(line)
  expect(await findAxeViolations(page)).toEqual([])
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Download raw log' }).click(),
  ])
  expect(file.suggestedFilename()).toMatch(/^handover-.*Z\.txt$/)
  expect((await readFile(await file.path())).toString()).toBe(await text.textContent())
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
})
