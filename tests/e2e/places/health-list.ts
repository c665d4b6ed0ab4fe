import { expect, type Page } from 'playwright/test'
import { silence } from '../../helpers/shared-page'
import { choose, detailOf, dialog, first, hasRows, heard, onRow, type Place, tab, undo, url } from './place'

/** All checks in one flat list, problems first. */
const FLAT = '/health?hidePassing=no&groupBy=none&sortBy=health'
/** A sort order in which rows stay in place when their health changes. */
export const BY_NAME = '/health?hidePassing=no&groupBy=none&sortBy=name'

const RAN = /^(Ran|Could not run) /
const list = ['j', onRow(1)] as const
export const inDetail = (page: Page) => expect(page.getByRole('heading', { level: 2 }).first()).toBeFocused()
const isSelected = (count: number) => (page: Page) =>
  expect(page.locator('[role="row"][aria-selected="true"]')).toHaveCount(count)

export const healthList: Place = {
  name: 'list of checks',
  path: BY_NAME,
  ready: hasRows,
  scenarios: {
    'check.open': { answers: [choose('homepage')], sees: detailOf('homepage') },
    'check.run': { at: list, sees: heard(RAN) },
    'check.runShown': { path: `${BY_NAME}&query=homepage`, sees: heard(/\bRan homepage/) },
    'check.edit': { at: list, sees: heard(/comes from sample\. Change it there\./) },
    'check.explain': { at: list, sees: heard(/^(Passed|Failed|Not run)/) },
    'playbook.run': { at: list, sees: dialog('Run playbook') },
    'evidence.link': { at: list, sees: dialog('Link to incident') },
    'silence.create': {
      at: list,
      answers: [first],
      sees: heard(/^Silenced .* for 1h/),
      back: [...undo, heard(/are sent again/)],
    },
    'copy.link': { sees: heard('Copied the link to ') },
    'copy.id': { at: list, sees: heard('Copied the id of') },
    'copy.name': { at: list, sees: heard('Copied the name of') },
    'copy.spec': { at: list, sees: heard('Copied the spec of') },
    'copy.command': { at: [...list, 'r', heard(RAN)], sees: heard('Copied the link to the last command.') },
    'edit.repeat': { at: [...list, 'r', heard(RAN), 'j', silence], sees: heard(RAN) },
    'nav.tab': { at: list, sees: tab(/checkId=/) },
    'list.enter': { sees: onRow(1) },
    'list.down': { at: list, sees: onRow(2) },
    'list.up': { at: ['j', 'j', onRow(2)], sees: onRow(1) },
    'list.first': { at: ['j', 'j', 'j', onRow(3)], sees: onRow(1) },
    'list.last': {
      at: list,
      sees: (page) => expect(page.locator('[role="row"]:focus')).toHaveAttribute('aria-rowindex', /^(2[5-9]|[3-9]\d)$/),
    },
    'list.extendDown': { at: list, sees: isSelected(2) },
    'list.extendUp': { at: ['j', 'j', onRow(2)], sees: isSelected(2) },
    'list.nextProblem': { path: FLAT, at: list, sees: onRow(2) },
    'list.previousProblem': { path: FLAT, at: ['j', 'j', onRow(2)], sees: onRow(1) },
    'list.toggle': { at: list, sees: isSelected(1) },
    'list.all': { at: list, sees: heard(/selected/) },
    'list.clear': { at: ['j', 'x', isSelected(1)], sees: isSelected(0) },
    'list.open': { at: list, sees: inDetail },
    'list.peek': { at: list, sees: heard(/Detail opened/) },
    'list.in': { at: list, sees: inDetail },
    'list.out': {
      path: '/health?groupBy=type',
      at: ['j', 'j', 'h'],
      sees: (page) => expect(page.locator('[role="row"]:focus')).toHaveAttribute('aria-expanded', 'false'),
    },
    'list.sort': { at: list, answers: [choose('uptime')], sees: heard(/Sorted by Uptime/) },
    'list.group': { at: list, answers: [first], sees: (page) => expect(page.getByRole('treegrid')).toBeVisible() },
    'list.search': { sees: (page) => expect(page.getByRole('searchbox')).toBeFocused() },
    'list.filter': { at: list, answers: [choose('team'), first, choose('exclude')], sees: url(/labels=.*-1/) },
    'list.filters': { at: list, sees: dialog('Filter by Label') },
    'list.clearFilters': { path: '/health?query=a', at: ['j'], sees: url(/\/health$/) },
    'list.tabBy': { at: list, answers: [choose('agent')], sees: url(/tabBy=agent/) },
    'list.tab': { answers: [choose('shop')], sees: url(/tab=shop/) },
    'list.layout': { at: list, sees: url(/layout=card/) },
    'list.columns': { at: list, sees: dialog(/Columns/) },
    'health.hidePassing': { sees: heard('Passing checks are hidden.') },
    'health.pivot': { at: list, answers: [choose('type'), choose('latency')], sees: url(/pivotBy=type/) },
  },
}
