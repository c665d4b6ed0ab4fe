import { expect, type Page } from 'playwright/test'
import { docLinks } from '@/lib/doc-links'
import { BY_NAME } from './health-list'
import {
  type Act,
  choose,
  detailOf,
  dialog,
  first,
  hasRows,
  heard,
  type Place,
  search,
  tab,
  title,
  undo,
} from './place'

/** The documentation is on the web, which tests do not access. */
const playDocs = (page: Page) => page.context().route(`${docLinks.start}**`, (route) => route.fulfill({ body: 'docs' }))
const theme = (page: Page) => page.locator('html')
const isDark = (page: Page) => expect(theme(page)).toHaveAttribute('data-theme', 'dark')
const undoTheme = (page: Page) =>
  page.getByRole('region', { name: 'Messages' }).getByRole('button', { name: 'Undo: Theme: dark.' })
/** Changes the theme, which shows a message with a button. */
const darkTheme: readonly Act[] = [
  search('>change theme'),
  'Enter',
  choose('dark'),
  isDark,
  (page) => expect(undoTheme(page)).toBeVisible(),
]
/** The innermost region that has focus. */
const inRegion = (name: string) => (page: Page) =>
  expect
    .poll(() =>
      page.evaluate(
        (regions) => document.activeElement?.closest(regions)?.getAttribute('aria-label'),
        'main, nav, header, section, [role="region"], [role="search"]'
      )
    )
    .toBe(name)

/** Commands that exist on every page, tested on the health page. */
export const anywhere: Place = {
  name: 'anywhere',
  path: BY_NAME,
  ready: hasRows,
  scenarios: {
    'go.catalog': { sees: title('Catalog') },
    'go.catalogSummary': { sees: title('Catalog summary') },
    'go.changes': { sees: title('Changes') },
    'go.insights': { sees: title('Insights') },
    'go.people': { sees: title('People') },
    'go.flags': { sees: title('Feature flags') },
    'go.canaries': { sees: title('Canaries') },
    'go.scrapers': { sees: title('Catalog scrapers') },
    'go.playbooks': { sees: title('Playbooks') },
    'go.topologies': { sees: title('Topologies') },
    'go.incidentRules': { sees: title('Incident rules') },
    'go.integrations': { sees: title('Integrations') },
    'go.connections': { sees: title('Connections') },
    'go.logBackends': { sees: title('Log backends') },
    'go.notificationRules': { sees: title('Notification rules') },
    'go.silences': { sees: title('Silences') },
    'go.permissions': { sees: title('Permissions') },
    'go.teams': { sees: title('Teams') },
    'go.agents': { sees: title('Agents') },
    'go.eventQueue': { sees: title('Event queue') },
    'go.invitations': { sees: heard(/^Accounts are not available/) },
    'go.outbox': { sees: heard(/^Accounts are not available/) },
    'nav.open': { answers: [choose('homepage')], sees: detailOf('homepage') },
    'help.keys': { sees: dialog('Keyboard shortcuts') },
    'help.messages': { sees: dialog('Messages') },
    'message.dismiss': { at: darkTheme, sees: (page) => expect(undoTheme(page)).toHaveCount(0), back: undo },
    'message.act': {
      at: darkTheme,
      sees: (page) => expect(theme(page)).not.toHaveAttribute('data-theme', 'dark'),
    },
    'help.docs': { at: [playDocs], sees: tab(docLinks.start) },
    'help.agents': { at: [playDocs], sees: tab(docLinks.agents) },
    'help.learn': { sees: (page) => expect(page.getByRole('region', { name: 'Learning keys' })).toBeVisible() },
    'page.refresh': { sees: heard('Refreshed.') },
    'live.toggle': { sees: heard('Live updates paused.'), back: ['w', heard('Live updates resumed.')] },
    'shell.sidebar': {
      sees: (page) => expect(page.getByRole('button', { name: 'Expand sidebar' })).toBeVisible(),
      back: ['Control+b', (page) => expect(page.getByRole('button', { name: 'Collapse sidebar' })).toBeVisible()],
    },
    'edit.undo': {
      at: [search('>change theme'), 'Enter', choose('dark'), isDark],
      sees: (page) => expect(theme(page)).not.toHaveAttribute('data-theme', 'dark'),
    },
    'edit.stop': { sees: heard('Nothing is running.') },
    // The embedded backend is not connected to Kubernetes.
    'session.kubeconfig': { sees: heard(/^The embedded backend is not connected to Kubernetes/) },
    'copy.versions': { sees: heard(/^Copied: Version .*, backend /) },
    'prefs.open': { sees: dialog('Preferences') },
    'prefs.theme': { answers: [choose('dark')], sees: isDark, back: undo },
    'prefs.density': { answers: [choose('compact')], sees: heard('Density: compact.'), back: undo },
    'prefs.dates': { answers: [choose('full')], sees: heard('Date format: full.'), back: undo },
    'prefs.timezone': { answers: [choose('kolkata')], sees: heard('Timezone: Asia/Kolkata.'), back: undo },
    'prefs.deleted': { answers: [choose('yes')], sees: heard('Deleted items are shown.'), back: undo },
    'prefs.keys': { answers: [choose('off')], sees: heard('Single-key shortcuts: off.'), back: undo },
    'prefs.refreshRate': { answers: [choose('30s')], sees: heard('Checks are refreshed every 30s.'), back: undo },
    'prefs.speech': { answers: [choose('all')], sees: heard(/are announced/), back: undo },
    'keys.settings': { sees: dialog('Keyboard settings') },
    'keys.change': {
      answers: [choose('refresh'), first],
      sees: (page) => expect(page.getByRole('dialog', { name: 'Keyboard settings' })).toContainText('Refresh'),
    },
    'keys.export': { sees: heard('Exported the keyboard to console-keys.json.') },
    'keys.import': { sees: dialog('Keyboard settings') },
    'keys.reset': { sees: heard('Reset all keys.') },
    'keys.forget': { answers: [choose('2')], sees: heard('Started sequences are cancelled after 2 s.'), back: undo },
    'region.next': { at: ['j', inRegion('Health')], sees: inRegion('Search and layout') },
    'region.previous': { at: ['j', inRegion('Health')], sees: inRegion('Top bar') },
    'region.main': { at: ['j', 'F6', inRegion('Search and layout')], sees: inRegion('Health') },
  },
}
