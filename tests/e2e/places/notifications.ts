import { expect, type Page } from 'playwright/test'
import { detailOf, dialog, first, heard, input, type Place, title, undo, url, choose, question } from './place'

/** The cursor on the first row with this name. */
const on = (words: RegExp) => (page: Page) =>
  page.getByRole('treegrid', { name: 'Notifications' }).getByRole('row', { name: words }).first().focus()
/** A notification of the sample that failed minutes ago. */
const onFailed = on(/^checkout, component/)

const found = (text: string) => async (page: Page) => {
  await expect(input(page)).toBeFocused()
  await page.keyboard.type(text)
  await expect(page.getByRole('dialog').getByRole('option', { name: text }).first()).toBeVisible()
  await first(page)
}

export const notifications: Place = {
  name: 'notifications',
  path: '/notifications',
  ready: (page) => expect(page.locator('main [data-row]').first()).toBeVisible(),
  scenarios: {
    'go.notifications': { path: '/playbooks', sees: title('Notifications') },
    'notification.open': { answers: [found('checkout form')], sees: detailOf('Notification about checkout form') },
    'notification.openResource': { at: [onFailed], sees: title('checkout') },
    'notification.history': { at: [onFailed], sees: url(/\/notifications\?status=&resource=[0-9a-f-]{36}$/) },
    // The dialog shows that nothing is sent before the user confirms.
    'notification.resend': { at: [onFailed], sees: question(/^Send again/), back: ['Escape'] },
    'notification.markRead': {
      sees: heard('Marked all notifications as read.'),
      back: [...undo, heard('Notifications are unread again.')],
    },
    // The form also shows the stored preferences.
    'notification.preferences': { sees: dialog('Notification preferences'), back: ['Escape'] },
    'notifications.view': { answers: [choose('By resource')], sees: heard('Notifications: by resource.') },
    'notifications.held': { sees: heard('Silenced and skipped notifications are included.') },
  },
}
