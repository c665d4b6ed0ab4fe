import { expect, type Page } from 'playwright/test'
import { dialog, hasRows, type Place } from './place'

const onLeeds = (page: Page) => page.getByRole('row', { name: /^depot-leeds/ }).focus()

export const agents: Place = {
  name: 'agents',
  path: '/settings/agents',
  ready: hasRows,
  // The forms show that nothing changes before the user confirms. What they send: agents.ui.test.tsx.
  scenarios: {
    'agent.open': { at: [onLeeds], sees: dialog('depot-leeds') },
    'agent.generate': {
      at: [onLeeds],
      sees: async (page) => {
        await dialog('Add an agent')(page)
        await expect(page.getByRole('textbox', { name: 'Name' })).toBeFocused()
      },
    },
    'agent.install': { at: [onLeeds], sees: dialog('Install the agent depot-leeds') },
    'agent.delete': { at: [onLeeds], sees: dialog('Delete depot-leeds') },
  },
}
