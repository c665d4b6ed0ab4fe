import { expect, type Page, test } from 'playwright/test'
import { titleOf } from '../../src/commands/command'
import { commands } from '../../src/commands/registry'
import { keymap } from '../../src/keymap/keymap'
import { docLinks } from '../../src/lib/doc-links'
import { type ConsoleProcess, startConsole, temporaryFolder } from '../helpers/console-process'
import { heard as voice } from '../helpers/voice'

// Every command, once by its key and once through the palette by its name, with the pointer out of the way. A command
// without a scenario is a failure.

let running: ConsoleProcess
const data = temporaryFolder()
test.beforeAll(async () => {
  test.setTimeout(60_000)
  running = await startConsole(['--data', data.path])
})
test.afterAll(async () => {
  await running.stop()
  data.remove()
})
test.use({ permissions: ['clipboard-read', 'clipboard-write'] })

/** A key, `"text` to type, or something to wait for. */
type Act = string | ((page: Page) => Promise<unknown>)
type Scenario = {
  path?: string
  /** What brings one to a place where the command exists. */
  at?: readonly Act[]
  /** What answers the steps it asks. */
  answers?: readonly Act[]
  /** It was done. */
  sees(page: Page): Promise<unknown>
  /** Why it is not in the palette, or has no key of its own. */
  only?: 'key' | 'palette'
}

const heard = (text: string | RegExp) => (page: Page) => expect(voice(page, text)).toBeAttached({ timeout: 20_000 })
const dialog = (name: string | RegExp) => (page: Page) => expect(page.getByRole('dialog', { name })).toBeVisible()
const url = (pattern: RegExp) => (page: Page) => expect(page).toHaveURL(pattern)
const onRow = (index: number) => (page: Page) =>
  expect(page.locator('[role="row"]:focus')).toHaveAttribute('aria-rowindex', String(index + 1))
const openRow = (page: Page) => page.locator('[data-row][data-open]')
const inDetail = (page: Page) => expect(page.getByRole('heading', { level: 2 }).first()).toBeFocused()
const ticked = (count: number) => (page: Page) =>
  expect(page.locator('[role="row"][aria-selected="true"]')).toHaveCount(count)
const isSplit = (percent: number) => (page: Page) =>
  expect(page.getByRole('separator')).toHaveAttribute('aria-valuenow', String(percent))
/** Every check in one flat list, problems first. */
const FLAT = '/health?hidePassing=no&groupBy=none&sortBy=health'
/** Where rows stay in their places, whatever becomes of their health. */
const BY_NAME = '/health?hidePassing=no&groupBy=none&sortBy=name'
const list = ['j'] as const
/** On the last of the people: the first ones are administrators, of whom one has to stay. */
const person = [
  (page: Page) => expect(page.getByRole('row').nth(2)).toBeVisible(),
  (page: Page) => page.getByRole('row').last().focus(),
] as const
const PEOPLE = '/settings/users'
const FLAGS = '/settings/feature-flags'
/** Stores a property as if somebody else had, and has the page see it. */
async function storeProperty(page: Page, name: string) {
  await page.request.post(`${running.url}/api/db/properties`, {
    data: { name, value: 'true' },
    failOnStatusCode: false,
  })
  await page.reload()
  // Keys are heard from then on.
  await expect(page.getByRole('row').nth(1)).toBeVisible()
}
/** On the one that is stored. */
const property = [
  (page: Page) => storeProperty(page, 'logs.disable'),
  (page: Page) => expect(page.getByRole('row', { name: /^logs\.disable/ })).toBeVisible(),
  (page: Page) => page.getByRole('row', { name: /^logs\.disable/ }).focus(),
] as const
/** The documentation is on the web, where no test goes. */
const playDocs = (page: Page) => page.context().route(`${docLinks.start}**`, (route) => route.fulfill({ body: 'docs' }))
const hasTab = (address: string) => async (page: Page) => {
  await expect.poll(() => page.context().pages()[1]?.url()).toBe(address)
  await page.context().pages()[1]?.close()
}
const NO_ACCOUNTS = /^Nobody has an account here/
const detail = ['j', 'Enter', inDetail] as const
/** What is typed into; a page behind it may have fields of the same kind. */
const input = (page: Page) => page.getByRole('dialog').getByRole('combobox')
const inPalette = ['Control+k', (page: Page) => expect(input(page)).toBeFocused()] as const

/** Done where no page has such a place yet: proved beside the widget itself. */
const elsewhere: Record<string, string> = {
  // The health page looks back by one of a short list; other pages will have a range that can be moved.
  'time.back': 'src/views/shell/time-range.ui.test.tsx',
  'time.forward': 'src/views/shell/time-range.ui.test.tsx',
  'time.absolute': 'src/views/shell/time-range.ui.test.tsx',
  // The health page shows all its rows.
  'list.pageSize': 'src/views/shell/collection.ui.test.tsx',
  'list.nextPage': 'src/views/shell/collection.ui.test.tsx',
  'list.previousPage': 'src/views/shell/collection.ui.test.tsx',
  'form.submit': 'src/ui/form',
  'form.cancel': 'src/ui/form',
  'widget.close': 'src/ui/form',
  'editor.nextProblem': 'src/ui/editor',
  'editor.previousProblem': 'src/ui/editor',
  'editor.format': 'src/ui/editor',
  'editor.swap': 'src/ui/editor',
  // Nobody has an account here, so nobody is written to.
  'message.open': 'src/views/outbox/outbox-view.ui.test.tsx',
  'message.copy': 'src/commands/outbox.test.ts',
  'message.copyLink': 'src/commands/outbox.test.ts',
  // Nobody signs in here.
  'profile.open': 'src/views/shell/gate.ui.test.tsx',
  'session.signOut': 'src/views/shell/gate.ui.test.tsx',
}

const scenarios: Record<string, Scenario> = {
  'check.open': {
    answers: ['"homepage', 'Enter'],
    sees: (page) => expect(page.getByRole('heading', { level: 2, name: 'homepage' })).toBeVisible(),
  },
  'check.run': { at: list, sees: heard(/^(Ran|Could not run) /) },
  'check.edit': { at: list, sees: heard(/comes from sample, and is changed there\./) },
  'playbook.run': { at: list, sees: dialog('Run playbook') },
  'go.people': { sees: (page) => expect(page.getByRole('heading', { level: 1, name: 'People' })).toBeFocused() },
  'go.flags': {
    sees: (page) => expect(page.getByRole('heading', { level: 1, name: 'Feature flags' })).toBeFocused(),
    only: 'palette',
  },
  'property.add': { path: FLAGS, at: property, sees: dialog('Add a property') },
  'property.edit': { path: FLAGS, at: property, sees: dialog('Edit logs.disable') },
  'property.delete': { path: FLAGS, at: property, sees: heard('logs.disable deleted successfully.') },
  'feature.turnOff': {
    answers: ['"settings.teams', 'Enter'],
    sees: heard(/^settings\.teams is (?:turned )?off/),
    only: 'palette',
  },
  'feature.turnOn': {
    at: [(page) => storeProperty(page, 'agents.disable')],
    answers: ['"agents', 'Enter'],
    sees: heard('agents is turned on.'),
    only: 'palette',
  },
  // There is no Kubernetes behind the embedded backend.
  'session.kubeconfig': { sees: heard(/^The embedded backend has no Kubernetes/), only: 'palette' },
  'copy.versions': { sees: heard(/^Copied: Version .*, backend /), only: 'palette' },
  'go.outbox': { sees: heard(NO_ACCOUNTS), only: 'palette' },
  'person.invite': { path: PEOPLE, at: person, sees: heard(NO_ACCOUNTS) },
  'person.inviteAgain': { path: PEOPLE, at: person, sees: heard(NO_ACCOUNTS), only: 'palette' },
  'person.enable': { path: PEOPLE, at: person, sees: heard(NO_ACCOUNTS), only: 'palette' },
  'person.disable': { path: PEOPLE, at: person, sees: heard(NO_ACCOUNTS), only: 'palette' },
  'person.edit': { path: PEOPLE, at: person, sees: dialog(/^Edit /) },
  'person.setRole': {
    path: PEOPLE,
    at: person,
    answers: ['"viewer', 'Enter'],
    sees: heard(/now has the role viewer\.$/),
    only: 'palette',
  },
  'person.delete': {
    path: PEOPLE,
    at: person,
    answers: [(page) => page.getByRole('button', { name: 'Delete 1 person' }).click()],
    sees: heard(/^Deleted /),
  },
  'evidence.link': { at: list, sees: dialog('Add to incident') },
  'detail.tab': {
    at: detail,
    answers: ['"spec', 'Enter'],
    sees: (page) => expect(page.getByRole('tab', { name: 'Spec', selected: true })).toBeVisible(),
    only: 'palette',
  },
  'detail.nextTab': {
    at: detail,
    sees: (page) => expect(page.getByRole('tab', { name: 'Spec', selected: true })).toBeVisible(),
  },
  'detail.previousTab': {
    at: detail,
    sees: (page) => expect(page.getByRole('tab', { name: /Relationships/, selected: true })).toBeVisible(),
  },
  'detail.expand': { at: detail, sees: (page) => expect(page).not.toHaveURL(/detail=beside/) },
  'detail.follow': { sees: heard('The detail follows the cursor.'), only: 'palette' },
  'go.health': {
    path: '/no/such/page',
    sees: (page) => expect(page.getByRole('heading', { level: 1, name: 'Health' })).toBeFocused(),
  },
  'copy.link': { sees: heard('Copied the link to ') },
  'copy.id': { at: list, sees: heard('Copied the id of') },
  'copy.name': { at: list, sees: heard('Copied the name of') },
  'copy.spec': { at: list, sees: heard('Copied the spec of') },
  'copy.command': {
    at: ['j', 'r', heard(/^(Ran|Could not run) /)],
    sees: heard('Copied the link to the last command.'),
  },
  'nav.open': {
    answers: ['"homepage', 'Enter'],
    sees: (page) => expect(page.getByRole('heading', { level: 2, name: 'homepage' })).toBeVisible(),
    only: 'palette',
  },
  'nav.tab': {
    at: list,
    async sees(page) {
      await expect.poll(() => page.context().pages().length).toBe(2)
      await page.context().pages()[1]?.close()
    },
  },
  'nav.up': { at: detail, sees: url(/\/health$/) },
  'nav.last': { path: '/no/such/page', at: ['g', 'h', url(/health$/)], sees: url(/no\/such/) },
  'palette.open': { sees: (page) => expect(page.getByRole('combobox')).toBeFocused(), only: 'key' },
  'palette.commands': {
    sees: (page) => expect(page.getByRole('combobox', { name: 'Commands' })).toBeFocused(),
    only: 'key',
  },
  'help.keys': { sees: dialog('Keyboard shortcuts') },
  'help.messages': { sees: dialog('Messages') },
  'help.docs': { at: [playDocs], sees: hasTab(docLinks.start), only: 'palette' },
  'help.agents': { at: [playDocs], sees: hasTab(docLinks.agents), only: 'palette' },
  'help.learn': { sees: heard(/learn/i), only: 'palette' },
  'page.refresh': { sees: heard('Refreshed.') },
  'live.toggle': { sees: heard('Live updates paused.') },
  'prefs.theme': {
    answers: ['"dark', 'Enter'],
    sees: (page) => expect(page.locator('html')).toHaveAttribute('data-theme', 'dark'),
    only: 'palette',
  },
  'prefs.open': { sees: dialog('Preferences'), only: 'palette' },
  'prefs.dates': { answers: ['"full', 'Enter'], sees: heard(/full/i), only: 'palette' },
  'prefs.timezone': { answers: ['"kolkata', 'Enter'], sees: heard(/Kolkata/), only: 'palette' },
  'prefs.deleted': { answers: ['"yes', 'Enter'], sees: heard(/deleted/i), only: 'palette' },
  'prefs.keys': { answers: ['"off', 'Enter'], sees: heard('Single-key shortcuts: off.'), only: 'palette' },
  'shell.sidebar': { sees: (page) => expect(page.getByRole('button', { name: 'Expand sidebar' })).toBeVisible() },
  'edit.repeat': { sees: heard('Nothing to repeat.') },
  'edit.stop': { sees: heard('Nothing is running.'), only: 'palette' },
  'edit.undo': { sees: heard('Nothing to undo.') },
  'palette.next': {
    at: inPalette,
    sees: (page) => expect(page.getByRole('option', { selected: true })).toHaveCount(1),
    only: 'key',
  },
  'palette.previous': {
    at: inPalette,
    sees: (page) => expect(page.getByRole('option', { selected: true })).toHaveCount(1),
    only: 'key',
  },
  'palette.run': { at: [...inPalette, '">refresh'], sees: heard('Refreshed.'), only: 'key' },
  'palette.runKeep': {
    at: [...inPalette, '">refresh'],
    async sees(page) {
      await heard('Refreshed.')(page)
      await expect(page.getByRole('combobox')).toBeFocused()
    },
    only: 'key',
  },
  'palette.complete': {
    at: [...inPalette, '">change theme'],
    sees: (page) => expect(page.getByRole('combobox', { name: 'Theme' })).toBeFocused(),
    only: 'key',
  },
  'palette.back': {
    at: [...inPalette, '">'],
    sees: (page) => expect(page.getByRole('combobox', { name: 'Command palette' })).toBeFocused(),
    only: 'key',
  },
  'palette.actions': {
    at: [...inPalette, '">refresh'],
    sees: (page) => expect(page.getByRole('option', { name: 'Copy link' })).toBeVisible(),
    only: 'key',
  },
  'palette.copyLink': { at: [...inPalette, '">refresh'], sees: heard(/Copied/), only: 'key' },
  'palette.forget': { sees: heard(/forg/i), only: 'palette' },
  'palette.unpin': { sees: heard(/pin/i), only: 'palette' },
  'time.set': { answers: ['"2 days', 'Enter'], sees: url(/timeRange=2d/) },
  'time.zoomOut': { sees: url(/timeRange=2h/) },
  'time.copy': { sees: heard(/Copied/) },
  'time.paste': { at: ['t', 'c', heard(/Copied/)], sees: heard(/./) },
  'time.reset': { path: '/health?timeRange=2d', sees: url(/\/health$/) },
  'keys.settings': { sees: dialog('Keyboard settings') },
  'keys.change': {
    answers: ['"refresh', 'Enter'],
    sees: (page) => expect(page.getByRole('dialog')).toBeVisible(),
    only: 'palette',
  },
  'keys.export': { sees: heard(/./), only: 'palette' },
  'keys.import': { sees: (page) => expect(page.getByRole('dialog')).toBeVisible(), only: 'palette' },
  'keys.reset': { sees: heard('All keys are as shipped.'), only: 'palette' },
  'keys.forget': { answers: ['"2', 'Enter'], sees: heard(/2/), only: 'palette' },
  'region.next': { sees: (page) => expect(page.locator(':focus')).not.toHaveCount(0), only: 'key' },
  'region.previous': { sees: (page) => expect(page.locator(':focus')).not.toHaveCount(0), only: 'key' },
  'region.main': { sees: (page) => expect(page.locator('main:focus, main :focus')).not.toHaveCount(0), only: 'key' },
  'list.enter': { sees: onRow(1) },
  'list.down': { at: list, sees: onRow(2) },
  'list.up': { at: ['j', 'j'], sees: onRow(1) },
  'list.first': { at: ['j', 'j', 'j'], sees: onRow(1) },
  'list.last': {
    at: list,
    sees: (page) => expect(page.locator('[role="row"]:focus')).toHaveAttribute('aria-rowindex', /^(2[5-9]|[3-9]\d)$/),
  },
  'list.extendDown': { at: list, sees: ticked(2) },
  'list.extendUp': { at: ['j', 'j'], sees: ticked(2) },
  'list.nextProblem': { at: list, sees: onRow(2) },
  'list.previousProblem': { at: ['j', 'j'], sees: onRow(1) },
  'list.toggle': { at: list, sees: ticked(1) },
  'list.all': { at: list, sees: heard(/selected/) },
  'list.clear': { at: ['j', 'x'], sees: ticked(0) },
  'list.open': { at: list, sees: inDetail },
  'list.peek': { at: list, sees: heard(/Detail opened/) },
  'list.in': { at: list, sees: inDetail },
  'list.sort': { at: list, answers: ['"uptime', 'Enter'], sees: heard(/Sorted by Uptime/) },
  'list.group': {
    at: list,
    // Enter on a question that nobody has seen answers nothing.
    answers: [(page) => expect(page.getByRole('option').first()).toBeVisible(), 'Enter'],
    sees: (page) => expect(page.getByRole('treegrid')).toBeVisible(),
  },
  'list.search': { sees: (page) => expect(page.getByRole('searchbox')).toBeFocused() },
  'list.filter': {
    at: list,
    answers: ['"team', 'Enter', 'Enter', '"exclude', 'Enter'],
    sees: url(/labels=.*-1/),
  },
  'list.clearFilters': { path: '/health?query=a', at: list, sees: url(/\/health\?hidePassing=no$/) },
  'list.tabBy': { at: list, answers: ['"agent', 'Enter'], sees: url(/tabBy=agent/) },
  'list.tab': { answers: ['"shop', 'Enter'], sees: url(/tab=shop/), only: 'palette' },
  'list.layout': { at: list, sees: url(/layout=card/) },
  'list.out': {
    path: '/health?groupBy=type',
    at: ['j', 'Shift+G', (page: Page) => page.keyboard.press('h')],
    sees: (page) => expect(page.locator('[role="row"]:focus')).toHaveAttribute('aria-expanded', 'false'),
  },
  'health.hidePassing': { sees: heard('Passing checks are hidden.') },
  'health.filters': { at: list, sees: heard('Filters hidden.') },
  'health.pivot': { at: list, answers: ['"type', 'Enter', '"latency', 'Enter'], sees: url(/pivotBy=type/) },
  'check.runShown': {
    path: '/health?query=homepage&hidePassing=no&groupBy=none',
    sees: heard(/^Ran homepage/),
    only: 'palette',
  },
  'prefs.refreshRate': { answers: ['"30s', 'Enter'], sees: heard('Checks are refreshed every 30s.'), only: 'palette' },
  'prefs.speech': { answers: ['"all', 'Enter'], sees: heard(/are spoken/), only: 'palette' },
  'list.columns': { at: list, sees: dialog(/Columns/) },
  'pane.wider': { at: ['j', 'o', isSplit(66)], sees: isSplit(68) },
  'pane.narrower': { at: ['j', 'o', isSplit(66)], sees: isSplit(64) },
  'pane.reset': { at: ['j', 'o', 'Control+Shift+ArrowRight', isSplit(68)], sees: isSplit(66), only: 'palette' },
  'detail.next': {
    path: BY_NAME,
    at: detail,
    sees: (page) => expect(openRow(page)).toHaveAttribute('aria-rowindex', '3'),
  },
  'detail.previous': {
    path: BY_NAME,
    at: ['j', 'j', 'Enter', inDetail],
    sees: (page) => expect(openRow(page)).toHaveAttribute('aria-rowindex', '2'),
  },
  'detail.back': { at: detail, sees: onRow(1) },
}

test('every command has a scenario', () => {
  const told = new Set([...Object.keys(scenarios), ...Object.keys(elsewhere)])
  expect(commands.map(({ id }) => id).filter((id) => !told.has(id))).toEqual([])
})

async function act(page: Page, acts: readonly Act[] = []) {
  for (const one of acts) {
    if (typeof one !== 'string') await one(page)
    else if (one.startsWith('"')) await page.keyboard.type(one.slice(1), { delay: 15 })
    else await page.keyboard.press(one)
  }
}

async function begin(page: Page, { path = FLAT, at }: Scenario) {
  await page.goto('about:blank')
  await page.goto(running.url + path)
  await page.evaluate(() => localStorage.clear())
  await page.reload()
  if (path.startsWith('/health')) await expect(page.getByRole('row').nth(1)).toBeVisible()
  else await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await act(page, at)
}

const keysOf = (id: string) => keymap.find(({ call }) => call.split('?')[0] === id)?.keys.replaceAll('$mod', 'Control')

for (const [id, scenario] of Object.entries(scenarios)) {
  const keys = keysOf(id)
  if (scenario.only !== 'palette')
    test(`${id} by ${keys}`, async ({ page }) => {
      await begin(page, scenario)
      await act(page, keys?.split(' '))
      await act(page, scenario.answers)
      await scenario.sees(page)
    })
  if (scenario.only === 'key') continue
  test(`${id} through the palette`, async ({ page }) => {
    const found = commands.find((command) => command.id === id)
    const title = found ? titleOf(found) : ''
    await begin(page, scenario)
    await page.keyboard.press('Control+k')
    await expect(input(page)).toBeFocused()
    await page.keyboard.type(`>${title}`)
    await expect(page.getByRole('dialog').getByRole('option').first()).toHaveAccessibleName(new RegExp(`^${title}`))
    await page.keyboard.press('Enter')
    await act(page, scenario.answers)
    await scenario.sees(page)
  })
}

/** What can be done to one check, as the menu of its detail has it. */
const aboutCheck = commands.filter(({ slots = {} }) =>
  Object.values(slots).some(
    ({ complete, answer, options }) =>
      complete && answer && options?.from === 'index' && options.kinds.includes('check')
  )
)

for (const { id, title } of aboutCheck) {
  const scenario = scenarios[id]
  if (!scenario) continue
  test(`${id} from the menu of a check`, async ({ page }) => {
    await begin(page, { ...scenario, at: detail })
    // Not the one that stands in until the menu is loaded.
    await page
      .getByRole('button', { name: /^Actions/, disabled: false })
      .first()
      .focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('menu')).toBeVisible()
    const item = page.getByRole('menuitem', { name: new RegExp(`^${String(title)}`) })
    await expect(item).toBeVisible()
    for (let tries = 0; tries < 20 && !(await item.evaluate((one) => one === document.activeElement)); tries++)
      await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await scenario.sees(page)
  })
}

test('the menu of a check has its commands', () => {
  expect(aboutCheck.map(({ id }) => id)).toEqual(
    expect.arrayContaining(['check.run', 'copy.id', 'copy.name', 'copy.spec'])
  )
})
