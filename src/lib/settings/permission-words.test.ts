import { expect, test } from 'vitest'
import {
  describeActions,
  describeResources,
  describeSubject,
  permissionLabel,
  resourceTargets,
  subjectTarget,
} from './permission-words'

const named = { id: '5a000001-0000-4000-8000-000000000001', name: 'checkout' }
const ID = named.id

test.each([
  ['a person', { subject_type: 'person', subject: ID, person: named }, 'checkout (person)', 'person'],
  ['a team', { subject_type: 'team', subject: ID, team: named }, 'checkout (team)', 'team'],
  [
    'a rule',
    { subject_type: 'notification', subject: ID, notification: named },
    'checkout (notification)',
    'notificationrule',
  ],
  ['a playbook', { subject_type: 'playbook', subject: ID, playbook: named }, 'checkout (playbook)', 'playbook'],
  ['a deleted person', { subject_type: 'person', subject: ID, person: null }, `${ID} (person)`, undefined],
  ['a role', { subject_type: 'group', subject: 'guest', group: { id: null, name: null } }, 'guest (role)', undefined],
  ['a role of a Mission Control', { subject_type: 'role', subject: 'viewer' }, 'viewer (role)', undefined],
  [
    'a group',
    { subject_type: 'group', subject: 'shop', group: { id: ID, name: 'shop' } },
    'shop (permission group)',
    undefined,
  ],
  ['nobody', { subject_type: 'group', subject: null }, 'Deleted role', undefined],
])('describes %s with its kind', (_name, row, text, kind) => {
  expect(describeSubject(row)).toBe(text)
  expect(subjectTarget(row)?.kind).toBe(kind)
})

test.each([
  [{ object: 'catalog' }, 'catalog (global)'],
  [{ object: '*' }, 'everything (global)'],
  [{ config_object: { ...named, type: 'Kubernetes::Deployment' } }, 'checkout (Kubernetes::Deployment)'],
  [{ component_object: named }, 'checkout (component)'],
  [{ object: 'playbooks', playbook_object: named }, 'checkout (playbook), playbooks (global)'],
  [{ object_selector: { playbooks: [{ name: '*' }] } }, 'all playbooks'],
  [{ object_selector: { configs: [] } }, 'all config items'],
  [
    {
      object_selector: {
        playbooks: [{ name: 'restart' }],
        configs: [{ namespace: 'shop' }, { namespace: 'payments' }],
      },
    },
    'playbooks named restart and config items in shop or config items in payments',
  ],
  [
    { object_selector: { configs: [{ types: ['A', 'B'], tagSelector: 'cluster=harbour', newer: { than: 1 } }] } },
    'config items of type A, B with tags cluster=harbour with newer {"than":1}',
  ],
  [{ object: 'topology', agents: [ID], agentNames: { [ID]: 'depot' } }, 'topology (global), agent depot'],
  [{ tags: { cluster: 'harbour' }, agents: ['a', 'b'] }, 'agent a or b, tag cluster=harbour'],
  [{ object: null, object_selector: {}, tags: {}, agents: [] }, 'Nothing'],
])('describes the resources of %j in words', (row, text) => {
  expect(describeResources(row)).toBe(text)
})

test('names the actions, and whether they are denied', () => {
  expect(describeActions({ action: 'create,read, update' })).toBe('create, read and update')
  expect(describeActions({ action: '*' })).toBe('all (*)')
  const row = { action: 'read', deny: true, subject_type: 'group', subject: 'guest', object: 'catalog' }
  expect(permissionLabel(row)).toBe('guest (role): deny read on catalog (global)')
})

test('links the resources that a permission names', () => {
  expect(resourceTargets({ config_object: named, connection_object: { id: ID, name: null } })).toEqual([
    { kind: 'config', id: ID, label: 'checkout' },
    { kind: 'connection', id: ID, label: ID },
  ])
  expect(resourceTargets({ object: 'catalog' })).toEqual([])
})
