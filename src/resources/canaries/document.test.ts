import { expect, test } from 'vitest'
import {
  commonSupportedMembers,
  commonUnsupportedMembers,
  canaryMembers,
  protocolMembers,
} from '@server/health/members'
import { checkTypes, typeByKey } from '@/shared/health/check-types'
import type { DocumentDescription, DocumentField } from '@/shared/forms/form-description'
import { schedules } from '@/shared/forms/schedules'
import { findProblems } from '@/ui/editor/schema-problems'
import { toFieldValue, toDocumentValue } from '@/ui/form/document/values'
import editor from './document'
import details from './details'
import examples from '@dev/examples/canaries.examples'
import { checkTypeLabel } from './types'

const flat = (list: DocumentDescription): DocumentField[] =>
  list.flatMap((one) => (one.type === 'section' ? flat(one.fields) : [one]))
const newOne = (type: string) => editor.types.find(({ id }) => id === type)?.initial
const fieldsOf = (type: string) => flat(editor.fields(newOne(type)))
const inCheck = (name: string) => name.replace(/^spec\.\w+\.0\./, '')
const required = (type: string) =>
  fieldsOf(type)
    .filter(({ isRequired }) => isRequired)
    .map(({ name }) => inCheck(name))
/** Fields of the checks in a spec, keyed by their member names. */
const checkFields = (spec: unknown) => {
  const all = flat(editor.fields({ spec })).filter(({ name }) => inCheck(name) !== name)
  return new Map(all.map((field) => [inCheck(field.name), field]))
}

test.each([
  [{ schedule: '@hourly', tcp: [] }, 'TCP', false],
  [{ severity: 'high', owner: 'shop', icon: 'cart', http: [], dns: [] }, 'HTTP, DNS', false],
  [{ schedule: '@hourly', resultMode: 'all' }, 'Custom', true],
  [{}, 'Custom', true],
])('the type of %j is %s [CHECKFORM-03]', (spec, type, isCode) => {
  const facts = details.editing?.page?.facts({ ...examples[0], spec })
  expect(facts?.find(({ name }) => name === 'Type')?.value).toBe(type)
  expect(editor.isCode({ spec })).toBe(isCode)
})

test.each([
  [{ http: [], dns: [] }, 'short', '@every 30s', '@every 4h'],
  [{ http: [], postgres: [] }, 'medium', '@every 5m', '@every 8h'],
  [{ http: [], folder: [] }, 'further', '@every 30s', '@weekly'],
  [{}, 'further', '@every 30s', '@weekly'],
] as const)('suggests schedules by what a run of %j costs: %s [FORM-06 FORM-08 FORM-10]', (spec, set, first, last) => {
  const field = flat(editor.fields({ spec })).find(({ name }) => name === 'spec.schedule')
  expect(field).toMatchObject({ type: 'schedule', set })
  expect([schedules[set][0], schedules[set].at(-1)]).toEqual([first, last])
})

test.each(['text', null])('shows a spec that is %j as code, without fields', (spec) => {
  expect([editor.isCode({ spec }), checkFields(spec).size]).toEqual([true, 0])
})

test.each([
  [{ dns: [{ query: 'shop.example' }] }, 'dns:shop.example', 'dns.0'],
  [{ folder: [{ name: ' ', path: '/srv' }, { description: ' Dumps ' }] }, 'folder:Dumps', 'folder.1'],
  [{ docker: [{ name: 'cart' }] }, 'dockerPull:cart', 'docker.0'],
  [{ http: [{ name: 'cart' }] }, 'tcp:cart', undefined],
])('finds the section in %j of the check %s: %s', (spec, wanted, section) => {
  expect(editor.sectionOf({ spec }, wanted)).toBe(section)
})

test.each([
  ['http', ['name', 'url']],
  ['icmp', ['endpoint']],
  ['redis', ['addr']],
  ['mongodb', ['name']],
  ['tcp', ['endpoint']],
  ['elasticsearch', ['url', 'index', 'query']],
  ['folder', ['name', 'path']],
  ['kubernetes', []],
  ['custom', []],
])('%s requires %j', (type, members) => {
  expect(required(type)).toEqual(['name', ...members])
})

test('offers every check type, as a form or as code [CHECKFORM-02]', () => {
  const ids = editor.types.map(({ id }) => id)
  expect(ids.toSorted()).toEqual([...typeByKey.keys(), 'custom'].toSorted())
  expect(new Set(editor.types.map(({ label }) => label)).size).toBe(ids.length)
  expect(ids.filter((type) => !editor.isCode(newOne(type)))).toEqual(
    expect.arrayContaining(['http', 'icmp', 'redis', 'mongodb', 'tcp', 'elasticsearch', 'folder'])
  )
  for (const type of ['kubernetes', 'junit', 'custom']) expect(editor.isCode(newOne(type))).toBe(true)
  expect(editor.isCode({ spec: { http: [{}], junit: [{}] } })).toBe(true)
})

test('sets a minimum of zero on number fields [CHECKFORM-17]', () => {
  const numbers = editor.types.flatMap(({ id }) => fieldsOf(id)).filter(({ type }) => type === 'number')
  expect(numbers.length).toBeGreaterThan(10)
  for (const field of numbers) expect(field).toMatchObject({ min: 0 })
})

test('shows a body field for POST and PUT, and for other methods that have a body [CHECKFORM-18 CHECKFORM-19]', () => {
  const methods = checkFields({ http: [{}] }).get('method')
  expect(methods).toMatchObject({ options: ['GET', 'POST', 'PUT', 'DELETE'].map((value) => ({ value, label: value })) })
  for (const method of ['POST', 'PUT']) expect(checkFields({ http: [{ method }] }).has('body')).toBe(true)
  for (const method of ['GET', 'DELETE', undefined, 1])
    expect(checkFields({ http: [{ method }] }).has('body')).toBe(false)
  for (const method of ['GET', 'DELETE', 'PATCH', undefined])
    expect(checkFields({ http: [{ method, body: '{"q":1}' }] }).has('body')).toBe(true)
})

const codes = (responseCodes?: unknown) => {
  const field = checkFields({ http: [{ responseCodes }] }).get('responseCodes')
  if (field?.type !== 'checkboxes') throw new Error('Codes are no check boxes.')
  return field
}

test('offers the known response codes and those of the spec, and writes them as numbers [CHECKFORM-20]', () => {
  const known = ['200', '201', '202', '204', '301', '302', '401', '404', '500', '502', '503']
  expect(codes().options.map(({ value }) => value)).toEqual(known)
  expect(codes([418, 200]).options.map(({ value }) => value)).toEqual(expect.arrayContaining([...known, '418']))
  expect(toFieldValue(codes([418, 200]), [418, 200])).toEqual({ value: ['418', '200'] })
  expect(toFieldValue(codes(), ['200']).lock).toMatch(/not available/)
  expect(toDocumentValue(codes(), ['200', '418'])).toEqual([200, 418])
  expect(toDocumentValue(codes(), [])).toBeUndefined()
})

const labels = (spec: object) =>
  editor.fields({ spec }).flatMap((one) => (one.type === 'section' ? [[one.label, one.isCollapsed]] : []))

test('gives each check a section with its name, and collapses the sections when there are many', () => {
  expect(labels({ http: [{}] })).toEqual([['HTTP', false]])
  expect(labels({ http: [{ name: 'home' }, {}], dns: [{ query: 'a.example' }] })).toEqual([
    ['HTTP: home', false],
    ['HTTP: 2', false],
    ['DNS: a.example', false],
  ])
  expect(labels({ tcp: Array.from({ length: 4 }, () => ({})) })[3]).toEqual(['TCP: 4', true])
  for (const odd of [null, 'text', [], { spec: 'text' }, { spec: { http: 'text' } }, { spec: { http: [null, 1] } }])
    expect(flat(editor.fields(odd)).length).toBeGreaterThan(0)
})

test('finds the section of a check by the name that the list of checks shows', () => {
  const values = { spec: { http: [{ name: 'a' }, { url: 'https://b' }], kubernetesResource: [{ description: 'c' }] } }
  expect(editor.sectionOf(values, 'http:a')).toBe('http.0')
  expect(editor.sectionOf(values, 'http:https://b')).toBe('http.1')
  expect(editor.sectionOf(values, 'kubernetes_resource:c')).toBe('kubernetesResource.0')
  expect(editor.sectionOf(values, 'http:gone')).toBeUndefined()
})

const embeddedTypes = checkTypes.flatMap(({ key, protocol }) => (protocol ? [key] : []))

const problems = (spec: object, backend: 'embedded' | 'mission-control') =>
  findProblems(JSON.stringify({ name: 'a', spec }), 'json', editor.schema({ backend, signIn: 'none' } as never))

test('defines exactly the members of canaries and of the check types that the embedded backend runs', () => {
  const keyOf = new Map([...typeByKey].map(([key, type]) => [type, key]))
  expect(embeddedTypes.toSorted()).toEqual(
    Object.keys(protocolMembers)
      .map((type) => keyOf.get(type))
      .toSorted()
  )
  const everywhere =
    'name namespace description icon labels display metrics relationships transformDeleteStrategy'.split(' ')
  const schema = editor.schema({ backend: 'embedded', signIn: 'none' } as never)
  const { spec } = schema['properties'] as {
    spec: { properties: Record<string, { items?: { properties: object } }> }
  }
  for (const [type, { done, missing }] of Object.entries(protocolMembers)) {
    const all = [...done, ...missing, ...commonSupportedMembers, ...commonUnsupportedMembers].map(
      (path) => path.split('.')[0] ?? ''
    )
    const known = Object.keys(spec.properties[keyOf.get(type) ?? '']?.items?.properties ?? {})
    expect({ type, known: known.toSorted() }).toEqual({
      type,
      known: [...new Set([...all, ...everywhere])].toSorted(),
    })
  }
  const canary = Object.keys(spec.properties).filter((name) => !typeByKey.has(name))
  expect(canary.toSorted()).toEqual([...canaryMembers, 'resultMode', 'retries'].toSorted())
})

test('reports a misspelt member only where the embedded backend refuses it', () => {
  const spec = { http: [{ name: 'a', url: 'https://a', respnseCodes: [200] }] }
  expect(problems(spec, 'embedded').map(({ message }) => message)).toEqual(['respnseCodes is not a known key'])
  expect(problems(spec, 'mission-control')).toEqual([])
  expect(problems({ kubernetes: [{ name: 'a', anything: 1 }] }, 'embedded')).toEqual([])
  expect(problems({ shedule: '@hourly' }, 'embedded').length).toBe(1)
  expect(problems({ http: [{ name: 'a', url: 'https://a', thresholdMillis: -1 }] }, 'mission-control').length).toBe(1)
  expect(problems({ http: [{ name: 'a', url: 'https://a', method: 'PATCH' }] }, 'embedded').length).toBe(1)
})

const note = (type: string, backend: string) => editor.noteOf(newOne(type), { backend } as never)

test('notes which check types the embedded backend does not run', () => {
  for (const type of embeddedTypes) expect(note(type, 'embedded')).toBeUndefined()
  expect(note('kubernetes', 'embedded')).toMatch(/does not run Kubernetes checks/)
  expect(note('kubernetes', 'mission-control')).toBeUndefined()
  expect(checkTypeLabel('kubernetesResource')).toBe('Kubernetes resource')
})
