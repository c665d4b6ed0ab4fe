import { expect, type Page } from 'playwright/test'
import { dialog, hasRows, type Place, title, question } from './place'

const row = (page: Page) => page.getByRole('row', { name: /^failing gold checks/ })
const onOne = [(page: Page) => row(page).focus()] as const

export const notificationRules: Place = {
  name: 'notification rules',
  path: '/notifications/rules',
  ready: hasRows,
  scenarios: {
    'resource.create?type=notificationrule': { at: onOne, sees: dialog('Add notification rule') },
    'notificationrule.dryRun': {
      at: onOne,
      async sees(page) {
        await dialog('Dry run of failing gold checks')(page)
        await expect(page.getByRole('dialog').getByText(/would have been sent|None of these events/)).toBeVisible()
      },
    },
    'notificationrule.test': { at: onOne, sees: question(/^Send a test/), back: ['Escape'] },
    'notificationrule.history': {
      at: onOne,
      async sees(page) {
        await title('Notifications')(page)
        expect(new URL(page.url()).searchParams.get('rule')).toContain('5a000025')
      },
    },
  },
}
