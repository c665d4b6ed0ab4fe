import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { parseTopologySpec } from '../../server/topology/spec'
import editor from '../../src/resources/topologies/document'
import { findProblems } from '../../src/ui/editor/schema-problems'
import docs from '../../docs/topology.md?raw'

type Node = { properties?: Record<string, Node>; items?: Node; $defs?: Record<string, Node>; $ref?: string }
const schema = editor.schema({ backend: 'embedded', signIn: 'none' } as never) as Node
const spec = schema.properties?.['spec'] ?? {}
const defined = (name: string) => spec.$defs?.[name]?.properties ?? {}

/** Why the engine refuses a spec; empty where it accepts it. */
function refusal(written: unknown): string {
  try {
    parseTopologySpec(written)
    return ''
  } catch (error) {
    return String(error)
  }
}
const findings = (written: unknown) =>
  findProblems(JSON.stringify({ name: 'a', spec: written }), 'json', schema).map(({ message }) => message)
const advised = (written: unknown) => editor.advise({ name: 'a', spec: written })

const lookup = { catalog: [{ selector: [{ types: ['A'] }], display: { expr: 'results' } }] }
const of = (component: object) => ({ components: [{ name: 'shop', ...component }] })

const places: [where: string, members: Record<string, Node>, put: (more: object) => unknown][] = [
  ['a spec', spec.properties ?? {}, (more) => ({ components: [{ name: 'shop' }], ...more })],
  ['a component', defined('component'), of],
  ['forEach', defined('component')['forEach']?.properties ?? {}, (forEach) => ({ components: [{ lookup, forEach }] })],
  ['a selector', defined('selector'), (more) => of({ configs: [{ name: 'a', ...more }] })],
  ['a property', defined('property'), (more) => of({ properties: [more] })],
  [
    'a link',
    defined('property')['links']?.items?.properties ?? {},
    (more) => of({ properties: [{ name: 'a', links: [more] }] }),
  ],
]

test.each(places)('offers the same members of %s that the engine accepts', (_, members, put) => {
  expect(Object.keys(members).length).toBeGreaterThan(4)
  // Whether the value is valid is not checked here.
  for (const member of Object.keys(members)) expect(refusal(put({ [member]: 7 }))).not.toContain('is not supported')
  expect(refusal(put({ colour_scheme: 7 }))).toContain('colour_scheme is not supported')
  expect(findings(put({ colour_scheme: 7 }))).toContain('colour_scheme is not a known key')
})

test('reports no findings for the topology in the documentation', () => {
  const [, text = ''] = /```yaml\n([\s\S]*?)```/.exec(docs) ?? []
  const written: unknown = parse(text)
  expect(refusal(written)).toBe('')
  expect(findings(written)).toEqual([])
  expect(advised(written)).toEqual([])
  expect(editor.noteOf({ spec: written }, { backend: 'embedded', signIn: 'none' })).toBeUndefined()
})

const wrong: [what: string, written: object, found: RegExp][] = [
  ['no components', { components: [] }, /components/],
  ['a component without a name', { components: [{ type: 'Service' }] }, /needs name/],
  ['deep below, too', of({ components: [{ name: 'a', components: [{ typ: 'Service' }] }] }), /typ is not a known key/],
  ['a selector that selects nothing', of({ configs: [{}] }), /./],
  ['a check without a selector', of({ checks: [{}] }), /needs selector/],
  ['a lookup of nothing', { components: [{ lookup: { catalog: [] } }] }, /./],
  ['a text for a number', of({ properties: [{ name: 'cpu', value: '3' }] }), /value must be number/],
]
test.each(wrong)('reports %s as a finding, and the engine refuses it', (_, written, found) => {
  expect(findings(written).join('\n')).toMatch(found)
  expect(refusal(written)).not.toBe('')
})

const odd: [what: string, written: object, message: RegExp][] = [
  [
    'labels beside a lookup',
    { components: [{ name: 'a', lookup, labels: { team: 'x' }, owner: 'y' }] },
    /^“a”: labels and owner cannot be combined with a lookup/,
  ],
  ['forEach without a lookup', of({ forEach: {} }), /^“shop”: forEach requires a lookup/],
]
test.each(odd)('warns about %s, and the engine refuses it', (_, written, said) => {
  expect(advised(written)).toEqual([expect.stringMatching(said)])
  expect(refusal(written)).not.toBe('')
})

test('warns about siblings with the same type and name, but not with different types or parents', () => {
  const twice = [
    { name: 'cart', type: 'Service' },
    { name: 'cart', type: 'Database' },
    { name: 'cart', type: 'Service' },
  ]
  expect(advised(of({ components: twice }))).toEqual([expect.stringMatching(/^“shop › cart” is defined twice/)])
  expect(
    advised({
      components: [
        { name: 'a', components: [{ name: 'c' }] },
        { name: 'b', components: [{ name: 'c' }] },
      ],
    })
  ).toEqual([])
})

const notHere: [what: string, component: object][] = [
  ['relationships', { relationships: [] }],
  ['parentLookup', { parentLookup: {} }],
  ['http lookups', { lookup: { http: [{}] } }],
  ['property lookups', { properties: [{ name: 'a', lookup: {} }] }],
  ['inline checks', { checks: [{ inline: {} }] }],
]
test.each(notHere)(
  'warns above the editor about %s, which require another backend, and the engine refuses them',
  (what, component) => {
    const values = { spec: of(component) }
    expect(editor.noteOf(values, { backend: 'embedded', signIn: 'none' })).toContain(`does not support ${what} and`)
    expect(editor.noteOf(values, { backend: 'mission-control', signIn: 'none' } as never)).toBeUndefined()
    expect(refusal(values.spec)).not.toBe('')
  }
)

test('accepts unknown members for another backend', () => {
  const open = editor.schema({ backend: 'mission-control', signIn: 'none' } as never)
  const text = JSON.stringify({ name: 'a', spec: of({ relationships: [], id: 'x' }) })
  expect(findProblems(text, 'json', open as never)).toEqual([])
  expect(findProblems(text, 'json', schema as never)).not.toEqual([])
})

test('shows each component as a section named by its ancestors, with the fields of its type', () => {
  const written = of({ components: [{ name: 'cart' }, { lookup }] })
  const sections = editor
    .fields({ spec: written })
    .flatMap((one) => (one.type === 'section' ? [[one.key, one.label, one.fields.map(({ label }) => label)[1]]] : []))
  expect(sections).toEqual([
    ['top', 'Root component', 'Type'],
    ['components.0', 'shop', 'Component type'],
    ['components.0.components.0', 'shop › cart', 'Component type'],
    ['components.0.components.1', 'shop › Component 2', 'Icon'],
  ])
})
