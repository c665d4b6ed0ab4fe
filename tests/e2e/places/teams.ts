import { expect, type Page } from 'playwright/test'
import { choose, dialog, heard, type Place, undo } from './place'

const PLATFORM = '5a000002-0000-4000-8000-000000000001'

export const teams: Place = {
  name: 'the members of a team',
  path: `/settings/teams/${PLATFORM}?tab=members`,
  ready: (page: Page) => expect(page.getByRole('list', { name: 'Members' })).toBeVisible(),
  scenarios: {
    'team.addMembers': { sees: dialog('Add users to the team') },
    'team.removeMember': {
      answers: [choose('')],
      sees: heard(/removed from team successfully/),
      back: [...undo, heard(/^Added .* again\.$/)],
    },
  },
}
