import { readFile } from 'node:fs/promises'
import { type ConsoleProcess, startConsole, temporaryFolder } from '../helpers/console-process'
import { expect, test } from '../helpers/console'
import { unzipped } from '../helpers/unzip'
import { heard, shown } from '../helpers/announcements'

const SHOP = '5a000011-0000-4000-8000-000000000001'
const CHECKOUT = '5a000011-0000-4000-8000-000000000015'

test('downloads a snapshot with the chosen time range and related components [CALL-78]', async ({ page, running }) => {
  await page.goto(`${running.url}/topology/${CHECKOUT}`)
  await expect(page.getByRole('tab', { name: /^Children/ })).toBeVisible()
  await page.keyboard.press('d')
  const dialog = page.getByRole('dialog', { name: 'Download snapshot' })
  await dialog.getByRole('button', { name: 'Time range: Last 15 minutes' }).click()
  await page.getByRole('option', { name: 'Last 2 days' }).click()
  await dialog.getByRole('checkbox', { name: 'Related components' }).check()
  const [asked, file] = await Promise.all([
    page.waitForRequest(/\/api\/snapshot\/topology\//),
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Download' }).click(),
  ])
  expect(new URL(asked.url()).search).toBe('?start=172800s&related=true')
  expect(file.suggestedFilename()).toBe('checkout-snapshot.zip')
  const files = unzipped(await readFile(await file.path()))
  expect(files.get('README.txt')).toContain('these and related components')
  expect(files.get('config_changes.csv')).toContain('OOMKilling')
  await expect(shown(page, 'Downloaded a snapshot of checkout.')).toBeVisible()
})

test('adds a component as evidence to an incident, and the form shows the reason for its health [TOPO-07]', async ({
  page,
  running,
}) => {
  await page.goto(`${running.url}/topology/${CHECKOUT}`)
  await expect(page.getByRole('tab', { name: /^Children/ })).toBeVisible()
  await page.keyboard.press('e')
  const dialog = page.getByRole('dialog')
  // The form shows that the component is already evidence for an open incident.
  await expect(dialog.getByRole('radio', { name: /^Checkout down.*already linked/ })).not.toBeChecked()
  await dialog.getByRole('radio', { name: 'A new incident' }).check()
  await expect(dialog.getByRole('textbox', { name: 'Title' })).toHaveValue(/^checkout: unhealthy/)
  const [sent] = await Promise.all([
    page.waitForRequest((request) => request.method() === 'POST' && request.url().includes('/api/db/evidences')),
    dialog.getByRole('button', { name: 'Link to a new incident' }).click(),
  ])
  expect(sent.postDataJSON()).toMatchObject({ type: 'topology', component_id: CHECKOUT })
  await expect(heard(page, /Linked to incident successfully: checkout: /)).toBeAttached()
  await page.keyboard.press('Control+z')
  await expect(heard(page, 'Removed the evidence and the incident.')).toBeAttached()
})

test('links and unlinks config items by search, and counts them', async ({ page, running }) => {
  await page.goto(`${running.url}/topology/${CHECKOUT}?panel=catalog`)
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  await page.getByRole('button', { name: /^Link config item/ }).click()
  const step = page.getByRole('dialog').getByRole('combobox')
  await expect(step).toBeFocused()
  await page.keyboard.type('quillmoor-media')
  await expect(
    page
      .getByRole('dialog')
      .getByRole('option', { name: /quillmoor-media/ })
      .first()
  ).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(shown(page, 'Linked quillmoor-media to the component checkout.')).toBeVisible()
  await expect(page.getByRole('row', { name: /^quillmoor-media.*linked manually/ })).toBeVisible()
  await page.keyboard.press('z')
  await expect(page.getByRole('row', { name: /^quillmoor-media/ })).toHaveCount(0)
})

test.describe('for all users', () => {
  let guarded: ConsoleProcess
  const data = temporaryFolder()
  test.beforeAll(async () => {
    test.setTimeout(60_000)
    guarded = await startConsole(['--data', data.path], { CONSOLE_PASSWORD: 'correct horse' })
  })
  test.afterAll(async () => {
    await guarded.stop()
    data.remove()
  })

  test('the public card opens without sign-in, without a sidebar, and changes nothing [ROUTE-02 ROUTE-03 ROUTE-05 ROUTE-06 TOPO-08]', async ({
    page,
  }) => {
    const answers: string[] = []
    page.on('response', (answer) => answers.push(`${answer.status()} ${answer.request().method()} ${answer.url()}`))
    await page.goto(`${guarded.url}/view/topology/${SHOP}`)
    await expect(page.getByRole('article', { name: 'Shop' })).toBeVisible()
    const health = page.getByRole('region', { name: 'Health' })
    await expect(health).toContainText(/^Unhealthy since .* · .*caused by .* children: .*checkout/)
    await expect(page.getByRole('navigation', { name: 'Main' })).toHaveCount(0)
    await expect(page.getByRole('button', { name: /^(?:Actions|Playbooks|Link to incident)/ })).toHaveCount(0)
    await page.keyboard.press('e')
    await page.keyboard.press('d')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    // The causes link to other public cards.
    await health.getByRole('link', { name: 'checkout' }).click()
    await expect(page).toHaveURL(`${guarded.url}/view/topology/${CHECKOUT}`)
    await expect(page.getByRole('article', { name: 'checkout' })).toBeVisible()
    expect(answers.filter((answer) => !/^(?:200|206|304) GET /.test(answer))).toEqual([])

    await page.goto(`${guarded.url}/view/topology/5a000011-0000-4000-8000-00000000ffff`)
    await expect(page.getByRole('heading', { name: 'Component not found' })).toBeVisible()
  })

  test('the public card does not wait for the feature flags [ROUTE-69]', async ({ page }) => {
    await page.route('**/api/properties', () => undefined)
    await page.goto(`${guarded.url}/view/topology/${SHOP}`)
    await expect(page.getByRole('article', { name: 'Shop' })).toBeVisible()
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  })
})
