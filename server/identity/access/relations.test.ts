import { expect, test } from 'vitest'
import { toAccessAction, requiredActions, findAccessObject, findReadObject } from './relations'

test.each([
  ['checks', 'canaries'],
  ['rpc/related_configs_recursive', 'catalog'],
  ['access_tokens', 'database.kratos'],
  ['canary_names', undefined],
  ['rpc/pg_sleep', undefined],
  ['__proto__', undefined],
])('maps the relation %s to the object %s', (relation, object) => expect(findAccessObject(relation)).toBe(object))

test.each([
  ['people', 'people', 'database.public'],
  // Connection rows can be written through this view.
  ['connections_list', 'connection', 'database.public'],
  ['identities', 'people', 'people'],
  ['connections', 'connection', 'connection'],
])('checks writes of %s against %s and reads against %s', (relation, written, read) => {
  expect([findAccessObject(relation), findReadObject(relation)]).toEqual([written, read])
})

test.each([
  ['GET', 'read'],
  ['PATCH', 'update'],
  ['PUT', undefined],
  ['HEAD', undefined],
  ['constructor', undefined],
])('maps the method %s to the action %s', (method, action) => expect(toAccessAction(method)).toBe(action))

test.each([
  ['GET', 'checks', '', ['read']],
  ['POST', 'checks', '', ['create']],
  ['POST', 'checks', 'return=representation', ['create', 'read']],
  ['POST', 'checks', 'resolution=merge-duplicates', ['create', 'update', 'read']],
  ['POST', 'checks', 'resolution=ignore-duplicates', ['create']],
  ['PATCH', 'checks', '', ['update', 'read']],
  ['DELETE', 'checks', 'return=minimal', ['delete', 'read']],
  ['GET', 'rpc/lookup_config_children', '', ['read']],
  ['POST', 'rpc/lookup_config_children', '', ['create']],
  ['POST', 'rpc/drop_config_items', '', ['delete']],
  ['PUT', 'checks', '', undefined],
  // Only the playbook service writes these.
  ['GET', 'playbook_runs', '', ['read']],
  ['POST', 'playbook_runs', '', undefined],
  ['PATCH', 'playbook_run_actions', '', undefined],
  ['DELETE', 'playbook_approvals', '', undefined],
  // This backend has none of these.
  ['GET', 'scopes', '', ['read']],
  ['POST', 'scopes', 'return=representation', undefined],
  ['PATCH', 'views', '', undefined],
  ['POST', 'person_analytics', 'return=minimal', undefined],
])('%s %s with "%s" requires %j', (method, relation, prefer, expected) => {
  const request = new Request('http://console.test', { method, headers: { Prefer: prefer } })
  expect(requiredActions(request, relation)).toEqual(expected)
})
