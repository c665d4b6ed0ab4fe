import { expect, test } from 'vitest'
import { isFromConsole, LOCAL_AGENT, readOrigin, sourceLabel } from './origin'

const id = '5a000007-0000-4000-8000-000000000005'
const component = '5a000011-0000-4000-8000-000000000015'
const agent = { id: '5a000003-0000-4000-8000-000000000001', name: 'depot-leeds' }

test.each([[null], [''], ['UI']])('source %j can be changed in the settings', (source) => {
  const local = { id: LOCAL_AGENT, name: 'local' }
  expect(readOrigin({ canaries: { id, source }, agents: local })).toEqual({
    name: '',
    path: `/settings/canaries/${id}`,
  })
})

test.each([
  [component, 'a topology component', `/topology/${component}`],
  ['KubernetesCRD', 'a Kubernetes CRD', `/catalog/${id}`],
  ['kubernetes/5a000007', 'a Kubernetes CRD', `/catalog/${id}`],
  ['ConfigFile', 'a local file (ConfigFile)', undefined],
  ['sample', 'sample', undefined],
])('refers source %j to %s', (source, name, path) => {
  expect(readOrigin({ canaries: { id, source } })).toEqual({ name, ...(path && { path }) })
})

test('refers to the agent for resources that an agent pushed, whatever their source', () => {
  expect(readOrigin({ canaries: { id, source: 'UI' }, agents: agent })).toEqual({
    name: 'agent depot-leeds',
    path: `/settings/agents?id=${agent.id}`,
  })
})

test.each([
  [null, 'Console'],
  ['UI', 'Console'],
  ['KubernetesCRD', 'KubernetesCRD'],
  [component, 'Component'],
])('labels source %j in a cell: %s', (source, label) => {
  expect(sourceLabel(source)).toBe(label)
  expect(isFromConsole(source)).toBe(label === 'Console')
})
