import { expect, test } from 'vitest'
import type { FullPermission } from '@/api/settings/permissions'
import { initialValues, shownFields } from '@/shared/forms/form-description'
import { fieldsOfPermission, permissionFields, storedPermission, toPermissionRow, toPermissionValues } from './form'

const ID = '5a000001-0000-4000-8000-000000000001'
const OTHER = '5a000001-0000-4000-8000-000000000002'
const row = (more: Partial<FullPermission>): FullPermission => ({
  id: '5a000004-0000-4000-8000-000000000001',
  action: 'read',
  deny: false,
  subject: 'guest',
  subject_type: 'group',
  source: 'UI',
  ...more,
})

/** The columns that are sent if the form of a row is submitted unchanged. */
const resent = (stored: FullPermission) => toPermissionRow(toPermissionValues(stored))

const person = { subject_type: 'person', subject: ID, person_id: ID, person: { id: ID, name: 'Ada' } }

test.each<[string, Partial<FullPermission>]>([
  ['config', { config_id: ID, config_object: { id: ID, name: 'checkout' } }],
  ['component', { component_id: ID }],
  ['connection', { connection_id: ID }],
  ['playbook', { playbook_id: ID }],
  ['global', { object: 'catalog' }],
])('shows a permission for a %s with its fields, and sends the same again', (kind, more) => {
  const stored = row({ ...person, ...more })
  const values = toPermissionValues(stored)
  expect(values['resource']).toBe(kind)
  expect(resent(stored)).toEqual(storedPermission(stored))
})

test.each<[string, Partial<FullPermission>]>([
  ['a selector', { object_selector: { configs: [{ name: 'a' }] } }],
  ['a canary', { canary_id: ID }],
  ['a resource and an area', { playbook_id: ID, object: 'playbooks' }],
  ['two resources', { playbook_id: ID, config_id: OTHER }],
  ['tags only', { tags: { a: 'b' } }],
])('keeps %s, which the form does not offer', (_name, more) => {
  const stored = row({ ...person, ...more })
  const sent = resent(stored)
  for (const column of ['object', 'object_selector', 'canary_id', 'config_id', 'playbook_id'])
    expect(sent).not.toHaveProperty(column)
  const fields = fieldsOfPermission(permissionFields, stored)
  const select = fields.find((field) => 'name' in field && field.name === 'resource')
  expect(select).toMatchObject({ options: expect.arrayContaining([expect.objectContaining({ value: 'kept' })]) })
})

test('keeps the subject of a role, and an action that the form does not offer', () => {
  const stored = row({ object: 'playbooks', action: '!delete' })
  const sent = resent(stored)
  for (const column of ['subject', 'subject_type', 'person_id']) expect(sent).not.toHaveProperty(column)
  expect(sent['action']).toBe('!delete')
  const options = (name: string) => {
    const found = fieldsOfPermission(permissionFields, stored).find((field) => 'name' in field && field.name === name)
    return found?.type === 'select' ? found.options.map(({ label }) => label) : []
  }
  expect(options('subject').at(-1)).toBe('guest (role)')
  expect(options('action').at(-1)).toBe('!delete')
})

test('reads the subject from the column that backends evaluate first', () => {
  // Another console changed the person, but not the subject.
  const stale = row({ ...person, person_id: OTHER, object: 'catalog' })
  expect(toPermissionValues(stale)).toMatchObject({ subject: 'person', person: { value: OTHER } })
})

const choice = (value: string) => ({ value, label: value })

test('empties the columns of other resources and subjects [PERM-12 PERM-14]', () => {
  const values = { resource: 'component', component: choice(ID), subject: 'team', team: choice(OTHER), action: 'read' }
  expect(toPermissionRow(values)).toEqual({
    component_id: ID,
    config_id: null,
    connection_id: null,
    playbook_id: null,
    canary_id: null,
    object: null,
    object_selector: null,
    team_id: OTHER,
    person_id: null,
    notification_id: null,
    subject_type: 'team',
    subject: OTHER,
    action: 'read',
    deny: false,
    description: null,
    until: null,
    agents: null,
    tags: null,
  })
})

test('starts with a team and an item of the catalog', () => {
  const shown = shownFields(permissionFields, initialValues(permissionFields)).map(({ name }) => name)
  expect(shown).toEqual([
    'resource',
    'config',
    'subject',
    'team',
    'action',
    'deny',
    'description',
    'until',
    'agents',
    'tags',
  ])
})
