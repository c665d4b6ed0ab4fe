import { defineResource } from '../../routing/resource'

declare module '../../routing/resource' {
  interface ResourceKinds {
    permission: true
  }
}

export default defineResource({
  kind: 'permission',
  path: '/settings/permissions',
  title: 'Permissions',
  access: { feature: 'settings.permissions', areas: ['permissions'], action: 'read' },
  isPaged: true,
  hasCommands: true,
  deletesByNoun: true,
  nav: { icon: 'connections' },
  go: { id: 'go.permissions', title: 'Go to permissions', keywords: 'access rights denials rbac settings' },
  editable: true,
  hasManifest: true,
})
