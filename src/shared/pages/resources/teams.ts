import { defineResource } from '../../routing/resource'

declare module '../../routing/resource' {
  interface ResourceKinds {
    team: true
  }
}

export default defineResource({
  kind: 'team',
  path: '/settings/teams',
  title: 'Teams',
  access: { feature: 'settings.teams', areas: ['database'], action: 'read' },
  hasCommands: true,
  hasItems: true,
  nav: { icon: 'people' },
  go: { id: 'go.teams', title: 'Go to teams', keywords: 'groups members people owners settings' },
  palette: { characters: [], words: ['team', 'teams'], isOnlyMode: true },
  editable: true,
})
