import { type FullPermission, type Permission, permissions } from '@/api/settings/permissions'
import { permissionLock } from '@/lib/settings/permission-words'
import { formatCount } from '@/shared/format'
import { defineRowQuery, type RowEditing } from '../resource'
import { fieldsOfPermission, permissionFields, storedPermission, toPermissionRow, toPermissionValues } from './form'

const loadManifest = () => import('./manifest')

const editing: RowEditing<Permission, FullPermission> = {
  fields: permissionFields,
  fieldsOf: fieldsOfPermission,
  dialog: { addTitle: 'Add Permission', editTitle: 'Edit Permission', submitLabel: 'Save', busyLabel: 'Saving ...' },
  one: defineRowQuery(permissions.one),
  toValues: toPermissionValues,
  toRow: toPermissionRow,
  toStored: storedPermission,
  isSignedOnUpdate: true,
  lockedAt: permissionLock,
  manifest: {
    apiVersion: 'mission-control.flanksource.com/v1',
    kind: 'Permission',
    load: loadManifest,
  },
  table: permissions,
  messages: {
    added: 'Permission added',
    updated: 'Permission updated',
    deleted: (count) => (count === 1 ? 'Permission deleted' : `${formatCount(count, 'permission')} deleted`),
  },
}

/** How permissions are added and changed in a dialog. */
export default editing
