import { expect, type Page } from 'playwright/test'
import { shown } from '../../helpers/announcements'
import { choose, dialog, first, heard, input, type Place, title, url, question } from './place'

const run = (number: string) => `/playbooks/runs/5a000023-0000-4000-8000-0000000000${number}`
const step = (number: string) => `5a000024-0000-4000-8000-0000000000${number}`
/** A run of the sample that failed minutes ago. */
const FAILED = run('01')
const WAITING = run('02')
const SLEEPING = run('11')

const found = (text: string) => async (page: Page) => {
  await expect(input(page)).toBeFocused()
  await page.keyboard.type(text)
  await expect(page.getByRole('dialog').getByRole('option', { name: text })).toBeVisible()
  await first(page)
}
const onFile = async (page: Page) => page.getByRole('row', { name: /^pod\.log/ }).focus()

export const runs: Place = {
  name: 'runs',
  path: FAILED,
  ready: (page) => expect(page.locator('main [data-row]').first()).toBeVisible(),
  scenarios: {
    'go.runs': { sees: title('Playbook runs') },
    'run.open': {
      answers: [found('Restart deployment for payments')],
      sees: title('Restart deployment for payments'),
    },
    'run.last': { sees: url(/\/playbooks\/runs\/(?!5a000023-0000-4000-8000-000000000001)[0-9a-f-]{36}$/) },
    'run.nextFailed': { sees: title('Explain what happened for search') },
    'run.again': { sees: dialog('Run playbook'), back: ['Escape'] },
    'run.cancel': { path: WAITING, sees: question(/^Cancel/), back: ['Escape'] },
    'run.copyParameters': { sees: heard(/Copied the parameters of Restart deployment for checkout/) },
    'run.follow': { path: SLEEPING, sees: heard('Stopped following the run.') },
    'runs.show': { path: '/playbooks/runs', answers: [choose('Failed')], sees: heard(/Runs: Failed or timed out/) },
    'output.download': {
      path: `${FAILED}?step=${step('02')}`,
      at: [(page) => expect(page.getByRole('grid', { name: 'Error of wait for rollout' })).toBeVisible()],
      sees: heard('Saved Error.'),
    },
    'artifact.download': {
      path: `${FAILED}?step=${step('02')}&view=artifacts`,
      at: [onFile],
      // The sample may or may not store the file.
      sees: (page) => expect(shown(page, /^(?:Saved pod\.log\.|pod\.log is not available)/).first()).toBeVisible(),
    },
  },
}
