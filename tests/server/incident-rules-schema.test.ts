import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { parseIncidentRule } from '../../server/incidents/rule-spec'
import editor from '../../src/resources/incident-rules/document'
import { describeWatched } from '../../src/resources/incident-rules/words'
import { findProblems } from '../../src/ui/editor/schema-problems'
import docs from '../../docs/incident-rules.md?raw'

type Node = { properties?: Record<string, Node>; items?: Node }
const embedded = { backend: 'embedded', signIn: 'none' } as const
const other = { backend: 'mission-control', signIn: 'none' } as never
const schema = editor.schema(embedded as never) as Node
const spec = schema.properties?.['spec'] ?? {}
const within = (...path: string[]) =>
  path.reduce<Node>((at, member) => (member === '0' ? at.items : at.properties?.[member]) ?? {}, spec).properties ?? {}

/** Why the engine refuses a spec; empty where it accepts it. */
function refusal(written: unknown): string {
  try {
    parseIncidentRule(written)
    return ''
  } catch (error) {
    return String(error)
  }
}
const findings = (written: unknown, of: unknown = schema) =>
  findProblems(JSON.stringify({ name: 'a', spec: written }), 'json', of as never).map(({ message }) => message)
const advised = (written: unknown) => editor.advise({ name: 'a', spec: written })

const services = { components: [{ types: ['Service'] }] }
const places: [where: string, members: Record<string, Node>, put: (more: object) => object][] = [
  ['a spec', within(), (more) => ({ ...services, ...more })],
  ['a selector of components', within('components', '0'), (more) => ({ components: [more] })],
  ['a selector of checks', within('checks', '0'), (more) => ({ checks: [more] })],
  ['a filter', within('filter'), (filter) => ({ ...services, filter })],
  ['a template', within('template'), (template) => ({ ...services, template })],
  ['autoClose', within('autoClose'), (autoClose) => ({ ...services, autoClose })],
]

test.each(places)('offers the same members of %s that the engine accepts', (_, members, put) => {
  expect(Object.keys(members).length).toBeGreaterThan(0)
  // Whether the value is valid is not checked here.
  for (const member of Object.keys(members)) expect(refusal(put({ [member]: 7 }))).not.toContain('is not supported')
  expect(refusal(put({ colour_scheme: 7 }))).toContain('colour_scheme is not supported')
  expect(findings(put({ colour_scheme: 7 }))).toContain('colour_scheme is not a known key')
})

test('reports no findings for the rules in the documentation', () => {
  const written = [...docs.matchAll(/```yaml\n([\s\S]*?)```/g)].map(([, text = '']): unknown => parse(text))
  expect(written.length).toBeGreaterThan(0)
  for (const one of written) {
    expect(refusal(one)).toBe('')
    expect(findings(one)).toEqual([])
    expect(advised(one)).toEqual([])
    expect(editor.noteOf({ spec: one }, embedded as never)).toBeUndefined()
  }
})

test('accepts the initial rule once it has a selector', () => {
  for (const { id, initial } of editor.types) {
    const said = JSON.parse(
      JSON.stringify(initial.spec).replaceAll('"labelSelector":""', '"labelSelector":"a=b"')
    ) as object
    expect([id, refusal(said) === '', advised(said).length]).toEqual([id, id !== 'custom', id === 'custom' ? 1 : 0])
  }
})

const elsewhere: [member: string, more: object][] = [
  ['hoursOfOperation', { hoursOfOperation: [] }],
  ['autoResolve', { autoResolve: {} }],
  ['filter.age', { filter: { age: '1h' } }],
  ['template.commander_id', { template: { commander_id: 'x' } }],
]
test.each(elsewhere)('%s is for another backend: said above the editor, and refused by the engine', (member, more) => {
  const written = { ...services, ...more }
  expect(editor.noteOf({ spec: written }, embedded as never)).toContain(`does not support ${member} and`)
  expect(editor.noteOf({ spec: written }, other)).toBeUndefined()
  expect(refusal(written)).toContain(member)
  expect(findings(written, editor.schema(other))).toEqual([])
})

test('warns about unsupported responders, which do not prevent an incident', () => {
  const written = { ...services, responders: { jira: {}, slack: {} } }
  expect(editor.noteOf({ spec: written }, embedded as never)).toContain('does not notify responders by jira and slack')
  expect(refusal(written)).toBe('')
})

test('checks are for the embedded backend', () => {
  expect(editor.noteOf({ spec: { checks: [{ name: 'a' }] } }, other)).toContain('evaluates components only')
})

test.each<[spec: unknown, said: string]>([
  [undefined, 'nothing'],
  [{ components: 'x' }, 'nothing'],
  [services, 'unhealthy components of type Service'],
  [
    { components: [{ type: 'Database', namespace: 'shop' }], filter: { status: ['warning', 'unhealthy'] } },
    'warning or unhealthy components of type Database in shop',
  ],
  [
    { components: [{ search: 'cart' }], checks: [{ labelSelector: 'tier=gold', agent: 'all' }, {}] },
    'unhealthy components found by cart, checks with tier=gold of all agents and checks',
  ],
])('describes the scope of %j', (written, said) => {
  expect(describeWatched(written)).toBe(said)
})
