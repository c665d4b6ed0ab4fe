import { expect, test } from 'vitest'
import { evaluateHere } from '../../tests/helpers/evaluate-here'
import { type DeclaredComponent, declareComponents, type FindItems } from './declare'
import { parseTopologySpec } from './spec'

const nothing: FindItems = async () => []
const make = (spec: object, find = nothing) =>
  declareComponents(parseTopologySpec(spec), {
    name: 'estate',
    labels: { environment: 'production' },
    find,
    evaluate: evaluateHere,
  })
const named = ({ name, own, children }: DeclaredComponent): unknown =>
  children.length > 0
    ? { [`${name} ${own.type ?? ''}`.trim()]: children.map(named) }
    : `${name} ${own.type ?? ''}`.trim()
const tree = async (spec: object, find = nothing) => (await make(spec, find)).map(named)

test('creates a component for the topology, named by its text, with its own members and labels', async () => {
  expect(await tree({ components: [{ name: 'a' }, { name: 'b', type: 'Service' }] })).toEqual([
    { estate: ['a', 'b Service'] },
  ])
  const [top] = await make({
    text: 'Estate',
    type: 'Group',
    icon: 'x',
    owner: 'ops',
    components: [{ name: 'a' }, { name: 'b' }],
  })
  expect(top).toMatchObject({
    name: 'Estate',
    own: { type: 'Group', icon: 'x', owner: 'ops', labels: { environment: 'production' } },
  })
})

test('creates no component for a single virtual one', async () => {
  const spec = { components: [{ name: 'x', type: 'virtual', components: [{ name: 'a' }, { name: 'b' }] }] }
  expect(await tree(spec)).toEqual(['a', 'b'])
  await expect(make({ ...spec, healthExpr: '"healthy"' })).rejects.toThrow('healthExpr: a single virtual component')
  await expect(make({ components: [{ ...spec.components[0], owner: 'ops' }] })).rejects.toThrow(
    'components.0.owner: a single virtual component'
  )
})

test.each([
  ['no components', {}, 'components: '],
  [
    'a member that is unknown',
    { components: [{ name: 'a', colour: 'x' }] },
    'components.0.colour is not supported by the embedded backend',
  ],
  ['relationships', { components: [{ name: 'a', relationships: [] }] }, 'components.0.relationships is not supported'],
  [
    'a lookup by anything but the catalog',
    { components: [{ name: 'a', lookup: { http: [{ url: 'x' }] } }] },
    'components.0.lookup.http is not supported',
  ],
  [
    'a property that is looked up',
    { components: [{ name: 'a', properties: [{ name: 'x', lookup: {} }] }] },
    'components.0.properties.0.lookup is not',
  ],
  [
    'checks that are created',
    { components: [{ name: 'a', checks: [{ inline: {} }] }] },
    'components.0.checks.0.inline is not',
  ],
  [
    'a member of a selector',
    { components: [{ name: 'a', configs: [{ name: 'x', limit: 1 }] }] },
    'components.0.configs.0.limit is not',
  ],
  [
    'a selector of nothing',
    { components: [{ name: 'a', selectors: [{}] }] },
    'components.0.selectors.0: selects nothing',
  ],
  ['a component without a name', { components: [{ type: 'Service' }] }, 'components.0: a component needs a name'],
  [
    'something far down',
    { components: [{ name: 'a', components: [{ name: 'b', pods: [] }] }] },
    'components.0.components.0.pods is not',
  ],
  ['forEach of nothing', { components: [{ name: 'a', forEach: {} }] }, 'components.0: forEach requires a lookup'],
  [
    'both',
    {
      components: [
        { components: [{ name: 'b' }], lookup: { catalog: [{ selector: [{ name: 'x' }], display: { expr: '[]' } }] } },
      ],
    },
    'components.0: a component has either components or a lookup',
  ],
  [
    'what a lookup cannot hand on',
    { components: [{ owner: 'ops', lookup: { catalog: [{ selector: [{ name: 'x' }], display: { expr: '[]' } }] } }] },
    'components.0: owner in addition to a lookup is not supported',
  ],
  [
    'twins',
    { components: [{ name: 'a', components: [{ name: 'b' }, { name: 'b' }] }] },
    '"a" has two components of the type "" with the name "b"',
  ],
])('refuses by name: %s', async (_what, spec, said) => {
  await expect(async () => make(spec)).rejects.toThrow(said)
})

const many = (count: number) => Array.from({ length: count }, (_, index) => ({ name: String(index) }))
const nested = (levels: number): object => ({
  name: `l${levels}`,
  ...(levels > 1 && { components: [nested(levels - 1)] }),
})

test('limits levels and numbers', async () => {
  await expect(make({ components: [nested(9)] })).resolves.toHaveLength(1)
  await expect(make({ components: [nested(10)] })).rejects.toThrow('more than 10 levels')
  const wide = Array.from({ length: 6 }, (_, index) => ({ name: `w${index}`, components: many(900) }))
  await expect(make({ components: wide })).rejects.toThrow('more than 5000 components')
  await expect(async () => make({ components: many(1001) })).rejects.toThrow('components')
})

const pods: FindItems = async (selectors) => {
  expect(selectors).toEqual([{ types: ['Kubernetes::Pod'] }, { types: ['Kubernetes::Job'], name: 'x' }])
  return [
    { name: 'api-1', status: 'Running', health: 'healthy', labels: { app: 'api' }, config: { spec: { node: 'n1' } } },
    { name: 'api-2', status: 'Gone', health: 'unhealthy', labels: { app: 'api' }, config: { spec: { node: 'n2' } } },
  ]
}
const podSpec = (
  more: object,
  expr = `results.map(r, {
    'name': r.name, 'type': 'Pod', 'status': r.status, 'health': r.health,
    'properties': [{'name': 'node', 'text': r.config.spec.node}]
  }).toJSON()`
) => ({
  components: [
    {
      name: 'api',
      components: [
        {
          name: 'pods',
          icon: 'pod',
          properties: [{ name: 'kind', text: 'pod' }],
          lookup: {
            catalog: [
              { selector: [{ type: 'Kubernetes::Pod' }, { types: ['Kubernetes::Job'], name: 'x' }], display: { expr } },
            ],
          },
          ...more,
        },
      ],
    },
    { name: 'other' },
  ],
})

test('creates components for the config items of a lookup with its expression', async () => {
  const [top] = await make(podSpec({}), pods)
  expect(top?.children[0]?.children).toEqual([
    {
      name: 'api-1',
      own: {
        type: 'Pod',
        icon: 'pod',
        lifecycle: undefined,
        properties: [
          { name: 'node', text: 'n1' },
          { name: 'kind', text: 'pod' },
        ],
        configs: [],
        selectors: [],
        checks: [],
      },
      reported: { text: null, description: null, status: 'Running', status_reason: null, health: 'healthy' },
      children: [],
    },
    expect.objectContaining({ name: 'api-2', reported: expect.objectContaining({ health: 'unhealthy' }) as object }),
  ])
})

test('adds the members of forEach to each component, with its values filled in', async () => {
  const forEach = {
    configs: [{ name: '${.component.name}', type: 'Kubernetes::Pod' }],
    checks: [{ selector: { labelSelector: 'pod={{.component.name}}' } }],
    selectors: [{ name: '$(.properties.node)' }],
    properties: [{ name: 'where', text: 'on ${.properties.node}' }],
    components: [{ name: 'logs of ${.component.name}' }],
  }
  const [top] = await make(podSpec({ forEach }), pods)
  expect(top?.children[0]?.children[1]).toMatchObject({
    own: {
      configs: [{ name: 'api-2', type: 'Kubernetes::Pod' }],
      checks: [{ selector: { labelSelector: 'pod=api-2' } }],
      selectors: [{ name: 'n2' }],
      properties: [{ name: 'node' }, { name: 'kind' }, { name: 'where', text: 'on n2' }],
    },
    children: [{ name: 'logs of api-2' }],
  })
  await expect(make(podSpec({ forEach: { configs: [{ name: '${.component.owner}' }] } }), pods)).rejects.toThrow(
    'forEach of "api-1": There is nothing at .component.owner.'
  )
})

test.each([
  ['does not parse', 'results.map(', '"pods": display.expr cannot be evaluated: '],
  ['returns no list', '"x"', '"pods": display.expr does not return a list of components: '],
  ['returns an unknown member', '[{"name": "a", "colour": "x"}]', '0.colour is not supported'],
  ['returns a component without a name', '[{"type": "a"}]', '0.name'],
  ['returns an unknown health', '[{"name": "a", "health": "fine"}]', '0.health'],
])('refuses an expression that %s', async (_what, expr, said) => {
  await expect(make(podSpec({}, expr), pods)).rejects.toThrow(said)
})
