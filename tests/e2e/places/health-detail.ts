import { expect, type Page } from 'playwright/test'
import { BY_NAME, inDetail } from './health-list'
import { choose, hasRows, heard, onRow, type Place, undo, url } from './place'

const opened = ['j', onRow(1), 'Enter', inDetail] as const
const openRow = (page: Page) => page.locator('[data-row][data-open]')
const isSplit = (percent: number) => (page: Page) =>
  expect(page.getByRole('separator')).toHaveAttribute('aria-valuenow', String(percent))
const peeked = ['j', 'o', isSplit(66)] as const
const isLastHour = (page: Page) => expect(page).not.toHaveURL(/timeRange/)
const onTab = (name: RegExp) => (page: Page) => expect(page.getByRole('tab', { name, selected: true })).toBeVisible()

export const healthDetail: Place = {
  name: 'detail of a check',
  path: BY_NAME,
  ready: hasRows,
  scenarios: {
    'detail.tab?number=1': { at: [...opened, 'Shift+L', onTab(/^Spec/)], sees: onTab(/^History/) },
    'detail.tab?number=2': { at: opened, sees: onTab(/^Spec/) },
    'detail.nextTab': { at: opened, sees: onTab(/^Spec/) },
    'detail.previousTab': { at: opened, sees: onTab(/^Relationships/) },
    'detail.expand': { at: opened, sees: (page) => expect(page).not.toHaveURL(/detail=beside/) },
    'detail.follow': { sees: heard('The detail now follows the cursor.'), back: undo },
    'detail.next': { at: opened, sees: (page) => expect(openRow(page)).toHaveAttribute('aria-rowindex', '3') },
    'detail.previous': {
      at: ['j', 'j', onRow(2), 'Enter', inDetail],
      sees: (page) => expect(openRow(page)).toHaveAttribute('aria-rowindex', '2'),
    },
    'detail.back': { at: opened, sees: onRow(1) },
    'nav.up': { at: opened, sees: url(/\/health$/) },
    'time.set': { at: peeked, answers: [choose('2 days')], sees: url(/timeRange=2d/) },
    'time.set?range=now-15m': { at: peeked, sees: url(/timeRange=15m/) },
    'time.set?range=now-1h': { at: [...peeked, 't', 'd', url(/timeRange=1d/)], sees: isLastHour },
    'time.set?range=now-1d': { at: peeked, sees: url(/timeRange=1d/) },
    'time.set?range=now-1w': { at: peeked, sees: url(/timeRange=1w/) },
    'time.zoomOut': { at: peeked, sees: url(/timeRange=2h/) },
    'time.copy': { at: peeked, sees: heard(/^Copied/) },
    'time.paste': {
      at: [...peeked, 't', 'd', 't', 'c', heard(/^Copied/), 't', 'r', isLastHour],
      sees: url(/timeRange=1d/),
    },
    'time.reset': { at: [...peeked, 't', 'd', url(/timeRange=1d/)], sees: isLastHour },
    'pane.wider': { at: peeked, sees: isSplit(68), back: ['Control+Shift+ArrowLeft', isSplit(66)] },
    'pane.narrower': { at: peeked, sees: isSplit(64), back: ['Control+Shift+ArrowRight', isSplit(66)] },
    'pane.reset': { at: [...peeked, 'Control+Shift+ArrowRight', isSplit(68)], sees: isSplit(66) },
  },
}
