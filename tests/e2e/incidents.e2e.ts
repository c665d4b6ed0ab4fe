import type { Page } from 'playwright/test'
import { recordCalls } from '../helpers/calls'
import { expect, test, visit } from '../helpers/shared-page'
import { heard } from '../helpers/announcements'
import { search } from './places/place'

// Incidents of the sample by keyboard, from the list to the hypotheses.

const CHECKOUT = '/incidents/5a000012-0000-4000-8000-000000000008'
const CART = '/incidents/5a000012-0000-4000-8000-000000000007'
const GATEWAY = '/incidents/5a000012-0000-4000-8000-000000000001'

type Row = Record<string, unknown>
const rows = async (page: Page, path: string): Promise<Row[]> =>
  (await (await page.request.get(`/api/db/${path}`)).json()) as Row[]
const options = (page: Page) => page.getByRole('dialog').getByRole('option')
const input = (page: Page) => page.getByRole('dialog').getByRole('combobox')
const tree = (page: Page) => page.getByRole('treegrid', { name: 'Hypotheses' })
const undo = async (page: Page, message: string | RegExp) => {
  await page.keyboard.press('Control+z')
  await expect(heard(page, message)).toBeAttached()
}

test('filters the list to open incidents by default, in the URL, and shows the others by a filter [ROUTE-09 INC-01 INC-05 INC-08 INC-12 CALL-49]', async ({
  shared: page,
}) => {
  await visit(page, '/incidents')
  const list = page.getByRole('grid', { name: 'Incidents' })
  await expect(
    list.getByRole('row', { name: /^Checkout down since 4\.19\.0, INC-\d+, blocker severity, investigating/ })
  ).toBeVisible()
  await expect(page).toHaveURL(/status=new:1,open:1,investigating:1,mitigated:1/)
  await expect(list.getByRole('row', { name: /^Unattached volumes/ })).toBeHidden()

  // Clear the filters. The URL keeps that until the user navigates to the list again.
  await page.keyboard.press('j')
  await page.keyboard.press('Shift+f')
  await expect(page).toHaveURL(/\/incidents\?status=$/)
  await expect(list.getByRole('row', { name: /^Unattached volumes/ })).toBeVisible()
  await page.reload()
  await expect(list.getByRole('row', { name: /^Unattached volumes/ })).toBeVisible()
  await page.keyboard.press('g')
  await page.keyboard.press('i')
  await expect(page).toHaveURL(/status=new:1,open:1,investigating:1,mitigated:1/)
  await expect(list.getByRole('row', { name: /^Unattached volumes/ })).toBeHidden()

  await visit(page, '/incidents?status=closed:1&severity=low:1')
  await expect(list.getByRole('row', { name: /^Unattached volumes, INC-\d+, low severity, closed/ })).toBeVisible()
  await expect(list.locator('[data-row]')).toHaveCount(1)

  await visit(page, CART)
  await expect(tree(page).locator('[data-row]').first()).toBeVisible()
  for (const [command, values] of [
    ['status', ['new', 'open', 'investigating', 'mitigated', 'resolved', 'closed']],
    ['severity', ['critical', 'blocker', 'high', 'medium', 'low']],
    ['type', 'availability performance security reliability integration compliance cost technical'.split(' ')],
    ['hypothesis status', 'proven likely possible unlikely improbable disproven'.split(' ')],
  ] as const) {
    // The root row provides the hypothesis; the page provides the incident.
    await tree(page).locator('[data-row]').first().focus()
    await search(command.startsWith('hypothesis') ? `>Set ${command}` : `>Set incident ${command}`)(page)
    await page.keyboard.press('Enter')
    await expect(options(page)).toHaveText(values.map((value) => new RegExp(`^${value}`, 'i')))
    // Escape leaves the step, clears the input and closes the palette.
    for (let steps = 0; steps < 3; steps++) await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()
  }
})

test('shows the other notations of severities that backends write as their equivalents [INC-06 INC-07]', async ({
  shared: page,
}) => {
  const { payload } = await (await page.request.get('/api/auth/whoami')).json()
  const written = {
    1: 'medium',
    2: 'high',
    3: 'blocker',
    4: 'critical',
    Medium: 'medium',
    info: 'info',
    warning: 'warning',
  }
  const data = Object.keys(written).map((severity) => ({
    title: `Severity ${severity}`,
    description: '',
    type: 'cost',
    status: 'open',
    severity,
    created_by: payload.user.id,
  }))
  expect((await page.request.post('/api/db/incidents', { data })).status()).toBe(201)
  await visit(page, '/incidents')
  const list = page.getByRole('grid', { name: 'Incidents' })
  for (const [severity, shown] of Object.entries(written))
    await expect(
      list.getByRole('row', { name: new RegExp(`^Severity ${severity}, INC-\\d+, ${shown} severity`) })
    ).toBeVisible()
  const created = await rows(page, 'incidents?title=like.Severity *&select=id')
  const ids = created.map(({ id }) => id).join(',')
  await page.request.delete(`/api/db/incident_histories?incident_id=in.(${ids})`)
  await page.request.delete(`/api/db/incidents?id=in.(${ids})`)
})

test('links a check, a component, a config item and an insight from their own pages [INC-28]', async ({
  shared: page,
}) => {
  const [check] = await rows(page, 'checks?name=eq.checkout API&select=id,name')
  const [component] = await rows(page, 'components?name=eq.checkout&select=id,name')
  const [config] = await rows(page, 'configs?name=eq.checkout&type=eq.Kubernetes::Deployment&select=id,name')
  const [insight] = await rows(page, 'config_analysis?status=eq.open&select=id,config_id,summary&limit=1')
  for (const [path, name] of [
    [`/health?checkId=${check?.['id']}&timeRange=1h`, check?.['name']],
    [`/topology/${component?.['id']}`, component?.['name']],
    [`/catalog/${config?.['id']}`, config?.['name']],
    [`/catalog/insights?insightId=${insight?.['id']}`, insight?.['summary']],
  ]) {
    await visit(page, String(path))
    await page
      .getByRole('heading', { name: String(name) })
      .first()
      .focus()
    await page.keyboard.press('e')
    const form = page.getByRole('dialog', { name: 'Link to incident' })
    await expect(form.getByText(`Evidence: ${name}`)).toBeVisible()
    await expect(form.getByRole('button', { name: /^Link/ })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(form).toBeHidden()
  }
})

test('finds an incident from any page by its number or a part of its title, over or not', async ({ shared: page }) => {
  await visit(page, '/health')
  const [closed] = await rows(page, 'incidents?title=like.Unattached*&select=id,incident_id')
  const number = String(closed?.['incident_id'])
  await search('#')(page)
  // Without input, incidents that are not over come first.
  await expect(options(page).filter({ hasText: 'Closed' }).first()).toBeVisible()
  const listed = await options(page).allInnerTexts()
  const firstOver = listed.findIndex((text) => /Closed|Resolved|Cancelled/.test(text))
  expect(listed.findLastIndex((text) => /Investigating|Open|Mitigated/.test(text))).toBeLessThan(firstOver)
  await page.keyboard.type(number.replace(/\D+/, ''))
  await expect(options(page).first()).toContainText(number)
  await expect(options(page).first()).toHaveAccessibleName(/^Unattached volumes/)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Unattached volumes')

  await search('>Go to incident')(page)
  await page.keyboard.press('Enter')
  await page.keyboard.type('latency')
  await expect(options(page).first()).toHaveAccessibleName(/^Search latency above its objective/)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Search latency above')
})

test('opens an incident with the user as commander and communicator, and a possible hypothesis [INC-02 INC-03 INC-04 INC-13]', async ({
  shared: page,
}) => {
  await visit(page, '/incidents')
  await expect(page.getByRole('grid', { name: 'Incidents' }).locator('[data-row]').first()).toBeVisible()
  await page.keyboard.press('+')
  const form = page.getByRole('dialog', { name: 'Open an incident' })
  await expect(form.getByRole('textbox', { name: 'Title' })).toBeFocused()
  await page.keyboard.type('The printers are on fire')
  await page.keyboard.press('Control+Enter')
  await expect(heard(page, /Opened The printers are on fire/)).toBeAttached()
  const [created] = await rows(
    page,
    'incidents?title=eq.The printers are on fire&select=status,severity,type,created_by,commander_id,communicator_id,hypotheses(title,type,status)'
  )
  expect(created).toMatchObject({
    status: 'open',
    severity: 'medium',
    type: 'availability',
    hypotheses: [{ title: 'The printers are on fire', type: 'root', status: 'possible' }],
  })
  expect(created?.['created_by']).toBeTruthy()
  expect(created).toMatchObject({ commander_id: created?.['created_by'], communicator_id: created?.['created_by'] })
  await expect(page.getByRole('row', { name: /^The printers are on fire/ })).toBeVisible()
  await undo(page, /Removed the incident/)
  expect(await rows(page, 'incidents?title=eq.The printers are on fire')).toEqual([])
})

test('shows the hypotheses as a tree with their evidence and comments [ROUTE-10 INC-09 INC-10 INC-14 INC-17 INC-20]', async ({
  shared: page,
}) => {
  await visit(page, CHECKOUT)
  await expect(tree(page).getByRole('row', { name: /^Checkout down since 4\.19\.0, root, likely/ })).toHaveAttribute(
    'aria-level',
    '1'
  )
  const row = (name: RegExp) => tree(page).getByRole('row', { name })
  await expect(row(/^The memory limit was reduced from 512Mi to 128Mi, factor, likely/)).toHaveAttribute(
    'aria-level',
    '2'
  )
  await expect(row(/^Roll back to 4\.18\.2, solution, possible/)).toHaveAttribute('aria-level', '3')
  for (const evidence of [
    /^Check, checkout API/,
    /^Component, checkout/,
    /^Change, /,
    /^Insight, /,
    /^Config, /,
    /^Log lines/,
  ])
    await expect(row(evidence).first()).toBeVisible()
  await expect(row(/^Comment by Ásta Jónsdóttir/)).toBeVisible()
  const responders = page.getByRole('region', { name: 'Responders' })
  await expect(responders).toContainText('Tomasz Wieczorek')
  await expect(responders).toContainText('payments')

  await visit(page, GATEWAY)
  await expect(row(/^Note, Their status page confirms it/)).toBeVisible()
})

test('adds a factor, weighs evidence, and accepts the proposed status by a key [INC-16]', async ({ shared: page }) => {
  await visit(page, CART)
  await expect(tree(page).locator('[data-row]').first()).toBeVisible()
  await page.keyboard.press('q')
  await page.keyboard.press('n')
  await expect(input(page)).toBeFocused()
  await page.keyboard.type('A full disk')
  await page.keyboard.press('Enter')
  await expect(heard(page, 'Added the factor A full disk')).toBeAttached()
  await expect(tree(page).getByRole('row', { name: /^A full disk, factor, possible/ })).toBeVisible()
  await undo(page, 'Removed the hypothesis A full disk.')
  await expect(tree(page).getByRole('row', { name: /^A full disk/ })).toBeHidden()

  await tree(page)
    .getByRole('row', { name: /^Check, cart API/ })
    .focus()
  await page.keyboard.press('q')
  await page.keyboard.press('s')
  const root = tree(page).getByRole('row', { name: /^Cart forgets what is in it, root, possible/ })
  await expect(root).toHaveAccessibleName(/proposed: Likely, because 1 piece of evidence supports it/)
  await root.focus()
  await page.keyboard.press('q')
  await page.keyboard.press('a')
  await expect(heard(page, /Cart forgets what is in it: likely/)).toBeAttached()
  await expect(tree(page).getByRole('row', { name: /^Cart forgets what is in it, root, likely$/ })).toBeVisible()
  await undo(page, /status restored to possible/)
  await undo(page, /weight restored to none/)

  await root.focus()
  await page.keyboard.press('c')
  await expect(
    page.getByRole('dialog', { name: /^Comment on Cart forgets what is in it/ }).getByRole('textbox')
  ).toBeFocused()
  await page.keyboard.type('It was @Ines who asked')
  await page.keyboard.press('Control+Enter')
  await expect(tree(page).getByRole('row', { name: /^Comment by .*: It was @Ines who asked/ })).toBeVisible()
  await undo(page, /Removed the comment/)
  await expect(tree(page).getByRole('row', { name: /It was @Ines who asked/ })).toBeHidden()
})

test('allows only valid status transitions, sets their times, and stops the duration when the incident is over [INC-21 CALL-48]', async ({
  shared: page,
}) => {
  await visit(page, CART)
  await expect(tree(page).locator('[data-row]').first()).toBeVisible()
  const status = page.getByRole('region', { name: 'Status' })
  await expect(status).toContainText(/for 1[67]h/)
  const calls = await recordCalls(page, async () => {
    await page.keyboard.press('m')
    await page.keyboard.press('c')
    await expect(heard(page, /: closed/)).toBeAttached()
  })
  expect(calls).toContain('PATCH /api/db/incidents')
  await expect(status).toContainText(/lasted 1[67]h/)
  const [row] = await rows(page, 'incidents?id=eq.5a000012-0000-4000-8000-000000000007&select=status,resolved,closed')
  expect(row).toMatchObject({ status: 'closed', resolved: expect.any(String), closed: expect.any(String) })
  await page.keyboard.press('m')
  await page.keyboard.press('m')
  await expect(heard(page, /is closed\. Its next status can be open/)).toBeAttached()
  await undo(page, /status restored to open/)
  await expect(status).toContainText(/for 1[67]h/)
  const [back] = await rows(page, 'incidents?id=eq.5a000012-0000-4000-8000-000000000007&select=status,resolved,closed')
  expect(back).toEqual({ status: 'open', resolved: null, closed: null })
})

test('adds, changes and deletes hypotheses and evidence with their children [INC-11 INC-22 INC-23 CALL-53 CALL-55 CALL-56 CALL-57 CALL-59 CALL-60]', async ({
  shared: page,
}) => {
  await visit(page, CART)
  const row = (name: RegExp) => tree(page).getByRole('row', { name })
  await expect(tree(page).locator('[data-row]').first()).toBeVisible()
  const calls = await recordCalls(page, async () => {
    await page.keyboard.press('q')
    await page.keyboard.press('n')
    await expect(input(page)).toBeFocused()
    await page.keyboard.type('A full disk')
    await page.keyboard.press('Enter')
    await row(/^A full disk, factor, possible/).focus()
    await page.keyboard.press('i')
    await expect(input(page)).toBeFocused()
    await page.keyboard.type('A full volume')
    await page.keyboard.press('Enter')
    await row(/^A full volume, factor/).focus()
    await page.keyboard.press('q')
    await page.keyboard.press('n')
    await expect(input(page)).toBeFocused()
    await page.keyboard.type('A larger volume')
    await page.keyboard.press('Enter')
    await expect(row(/^A larger volume, solution/)).toBeVisible()
    await row(/^A larger volume, solution/).focus()
    await page.keyboard.press('c')
    await expect(page.getByRole('dialog').getByRole('textbox')).toBeFocused()
    await page.keyboard.type('Twice the size')
    await page.keyboard.press('Control+Enter')
    await expect(row(/Twice the size/)).toBeVisible()

    const created = await rows(page, `hypotheses?title=in.("A full volume","A larger volume")&select=id,type,status`)
    expect(created.map(({ type }) => type).toSorted()).toEqual(['factor', 'solution'])
    await row(/^A full volume, factor/).focus()
    await page.keyboard.press('Delete')
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: /^Delete/ })
      .press('Enter')
    await expect(heard(page, 'Deleted 2 hypotheses.')).toBeAttached()
    await expect(row(/^A full volume/)).toBeHidden()
    expect(await rows(page, `hypotheses?id=in.(${created.map(({ id }) => id).join(',')})`)).toEqual([])
    expect(await rows(page, 'comments?comment=eq.Twice the size')).toEqual([])

    await page.keyboard.press('q')
    await page.keyboard.press('t')
    await expect(input(page)).toBeFocused()
    await page.keyboard.type('Tell the shop')
    await page.keyboard.press('Enter')
    const item = row(/Tell the shop.*not done/)
    await item.focus()
    await page.keyboard.press('d')
    await expect(row(/Tell the shop.*definition of done, done/)).toBeVisible()
    await row(/Tell the shop/).focus()
    await page.keyboard.press('Delete')
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: /^Remove/ })
      .press('Enter')
    await expect(row(/Tell the shop/)).toBeHidden()
    expect(await rows(page, 'evidences?description=eq.Tell the shop')).toEqual([])
  })
  expect(calls.toSorted()).toEqual(
    expect.arrayContaining([
      'DELETE /api/db/evidences',
      'DELETE /api/db/hypotheses',
      'GET /api/db/comments',
      'GET /api/db/hypotheses',
      'PATCH /api/db/evidences',
      'PATCH /api/db/hypotheses',
      'POST /api/db/comments',
    ])
  )
})
