import { existsSync } from 'node:fs'
import type { Page } from 'playwright/test'
import { commandIdOf } from '../../src/commands/call'
import { allCommands, commandTitle, findCommand, keymap } from '../helpers/load-vite-modules'
import { expect, test, visit } from '../helpers/shared-page'
import { agents } from './places/agents'
import { anywhere } from './places/anywhere'
import { catalog } from './places/catalog'
import { component } from './places/component'
import { itemDocument } from './places/document'
import { elsewhere } from './places/elsewhere'
import { eventQueue } from './places/event-queue'
import { flags } from './places/flags'
import { healthDetail } from './places/health-detail'
import { healthList } from './places/health-list'
import { incidentReport, incidentTimeline } from './places/incident-timeline'
import { integrations, topologies } from './places/integrations'
import { incidents } from './places/incidents'
import { jobs } from './places/jobs'
import { logs } from './places/logs'
import { notFound } from './places/not-found'
import { notifications } from './places/notifications'
import { palette } from './places/palette'
import { people } from './places/people'
import { permissions } from './places/permissions'
import { act, firstOption, type Place, type Scenario, search } from './places/place'
import { playbooks } from './places/playbooks'
import { relationships } from './places/relationships'
import { resources } from './places/resources'
import { runs } from './places/runs'
import { notificationRules } from './places/notification-rules'
import { connections } from './places/connections'
import { silences } from './places/silences'
import { teams } from './places/teams'
import { timeline } from './places/timeline'
import { topology } from './places/topology'
import { triage } from './places/triage'

// Runs every command with each of its keys, or through the palette if it has none, without the pointer. All tests share
// one page. src/views/palette/every-command.test.ts tests without a browser that the palette finds every command by its
// title and previews it.

const places: readonly Place[] = [
  incidentTimeline,
  incidentReport,
  healthList,
  healthDetail,
  catalog,
  itemDocument,
  timeline,
  logs,
  incidents,
  triage,
  runs,
  playbooks,
  notifications,
  topology,
  relationships,
  component,
  people,
  permissions,
  flags,
  agents,
  teams,
  jobs,
  eventQueue,
  resources,
  notificationRules,
  connections,
  silences,
  topologies,
  integrations,
  palette,
  anywhere,
  notFound,
]

const scenarioCalls = places.flatMap(({ scenarios }) => Object.keys(scenarios))

test('every command has a scenario, which runs it without the pointer [CMD-01 CMD-05 CMD-23]', () => {
  const known = new Set([...scenarioCalls.map(commandIdOf), ...Object.keys(elsewhere)])
  expect(allCommands.map(({ id }) => id).filter((id) => !known.has(id))).toEqual([])
})

test('every scenario has an existing command, and no command has two', () => {
  const all = [...scenarioCalls, ...Object.keys(elsewhere)]
  expect(all.filter((call) => !findCommand(commandIdOf(call)))).toEqual([])
  expect(all.filter((call, at) => all.indexOf(call) !== at)).toEqual([])
  expect(Object.values(elsewhere).filter((path) => !existsSync(path))).toEqual([])
})

/**
 * The key presses of a call in a place, in the browser's spelling. The triage queue has keys for commands that are
 * tested elsewhere.
 */
const keysOf = (call: string, place: Place) =>
  [
    ...new Set(
      keymap.filter((key) => key.call === call && (key.at !== 'triage' || place === triage)).map(({ keys }) => keys)
    ),
  ].map((keys) => keys.replaceAll('$mod', 'Control'))

async function runScenario(page: Page, place: Place, scenario: Scenario, call: () => Promise<void>) {
  await visit(page, scenario.path ?? place.path)
  await place.ready(page)
  await act(page, scenario.at)
  await call()
  await act(page, scenario.answers)
  await scenario.sees(page)
  await act(page, scenario.back)
}

for (const place of places) {
  test.describe(place.name, () => {
    for (const [call, scenario] of Object.entries(place.scenarios)) {
      const keys = keysOf(call, place)
      for (const written of keys) {
        test(`${call} by ${written}`, ({ shared: page }) =>
          runScenario(page, place, scenario, () => act(page, written.split(' '))))
      }
      if (keys.length > 0) continue
      test(`${call} through the palette`, ({ shared: page }) =>
        runScenario(page, place, scenario, async () => {
          const command = findCommand(commandIdOf(call))
          const title = command ? commandTitle(command) : ''
          await search(`>${title}`)(page)
          await expect(firstOption(page)).toHaveAccessibleName(new RegExp(`^${title}`))
          await page.keyboard.press('Enter')
        }))
    }
  })
}

/** The commands for one check, as listed in the menu of its detail. */
const aboutCheck = allCommands.filter(({ slots = {} }) =>
  Object.values(slots).some(
    ({ complete, answer, options }) =>
      complete && answer && options?.from === 'index' && options.kinds.includes('check')
  )
)

test.describe('the menu of a check', () => {
  for (const { id, title } of aboutCheck) {
    const scenario = healthList.scenarios[id]
    if (!scenario) continue
    test(`${id} from the menu of a check`, ({ shared: page }) =>
      runScenario(page, healthList, { ...scenario, at: ['j', 'Enter'] }, async () => {
        // Not the placeholder that is shown until the menu is loaded.
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
      }))
  }

  test('has its commands', () => {
    expect(aboutCheck.map(({ id }) => id)).toEqual(
      expect.arrayContaining(['check.run', 'copy.id', 'copy.name', 'copy.spec'])
    )
  })
})
