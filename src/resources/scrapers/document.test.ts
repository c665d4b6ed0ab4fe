import { expect, test } from 'vitest'
import type { DocumentDescription, DocumentField } from '@/shared/forms/form-description'
import { schedules } from '@/shared/forms/schedules'
import { findProblems } from '@/ui/editor/schema-problems'
import { parseScraperSpec } from '@server/catalog/scrape/spec'
import editor from './document'
import { scraperTypeIn } from '@/shared/specs/scraper-types'

const flat = (list: DocumentDescription): DocumentField[] =>
  list.flatMap((one) => (one.type === 'section' ? flat(one.fields) : [one]))
const newOne = (type: string) => editor.types.find(({ id }) => id === type)?.initial
const fieldsOf = (type: string) => flat(editor.fields(newOne(type)))
const required = (type: string) =>
  fieldsOf(type)
    .filter(({ isRequired }) => isRequired)
    .map(({ name }) => name.replace(/^spec\.\w+\.0\./, ''))

test.each([
  [{ schedule: '@hourly', retention: {}, sql: [] }, 'sql'],
  [{ full: true, logLevel: 'debug', crdSync: true, azure: [], file: [] }, 'azure'],
  [{ schedule: '@hourly', terraform: [] }, 'custom'],
  [{}, 'custom'],
  ['text', 'custom'],
  [null, 'custom'],
])('the type of %j is %s [SCRAPER-04 SCRAPER-05]', (spec, type) => {
  expect(scraperTypeIn(spec)).toBe(type)
})

test.each([
  ['kubernetes', ['clusterName']],
  ['githubActions', ['owner', 'repository']],
  ['sql', ['query', 'id', 'type']],
  ['file', ['paths.0', 'id', 'type']],
  ['http', ['url', 'id', 'type']],
  ['kubernetesFile', ['id', 'type']],
  ['azure', ['connection']],
  ['custom', []],
])('%s requires %j [SCRAPER-06 SCRAPER-07 SCRAPER-08 SCRAPER-09 SCRAPER-10 SCRAPER-11 SCRAPER-12]', (type, members) => {
  expect(required(type)).toEqual(['name', ...members])
})

test('sets 64 requests in flight for a new Kubernetes scraper [SCRAPER-13]', () => {
  expect(newOne('kubernetes')).toMatchObject({ spec: { kubernetes: [{ maxInflight: 64 }] } })
})

test('offers the schedules of the scraper set [SCRAPER-17 FORM-07]', () => {
  expect(fieldsOf('file').find(({ name }) => name === 'spec.schedule')).toMatchObject({
    type: 'schedule',
    set: 'scraper',
  })
  expect(schedules.scraper).toContain('@every 15m')
})

test('shows fields for each source of a spec and for each of its paths', () => {
  const values = { spec: { file: [{ paths: ['/a', '/b'] }, {}], http: [{}] } }
  const described = editor.fields(values)
  expect(described.flatMap((one) => (one.type === 'section' ? [one.label] : []))).toEqual(['File 1', 'File 2', 'HTTP'])
  const paths = flat(described).filter(({ name }) => name.includes('paths'))
  expect(paths.map(({ name, label }) => [name, label])).toEqual([
    ['spec.file.0.paths.0', 'Path'],
    ['spec.file.0.paths.1', 'Path 2'],
    ['spec.file.1.paths.0', 'Path'],
  ])
  for (const odd of [null, 'text', [], { spec: 'text' }, { spec: { file: 'text' } }, { spec: { file: [null, 1] } }])
    expect(flat(editor.fields(odd)).length).toBeGreaterThan(0)
})

const problems = (spec: object, backend: 'embedded' | 'mission-control') =>
  findProblems(JSON.stringify({ name: 'a', spec }), 'json', editor.schema({ backend, signIn: 'none' } as never))

test('reports an unknown member only where the embedded backend refuses it [EDITOR-03]', () => {
  const spec = { file: [{ paths: ['/a'], id: '$.a', type: 'A', full: true }] }
  expect(problems(spec, 'embedded').length).toBe(1)
  expect(problems(spec, 'mission-control')).toEqual([])
  expect(problems({ kubernetes: [{ clusterName: 'a', watch: [] }], anything: 1 }, 'embedded')).toEqual([])
  expect(problems({ kubernetes: [{ clusterName: 1 }] }, 'embedded').length).toBe(1)
  expect(problems({ http: [{ url: 'https://a', id: '$.a', type: 'A', method: 'PUT' }] }, 'embedded').length).toBe(1)
})

test('finds what the embedded backend refuses inside a source and in the retention', () => {
  const refused: [object, string][] = [
    [{ transform: { script: { expr: 'x' } } }, 'script is not a known key'],
    [{ transform: { relationship: [{ filter: 'true', name: { value: 'x' } }] } }, 'filter is not a known key'],
    [{ health: '{{ if .ok }}healthy{{ end }}' }, 'health must be a JSON path such as $.status, not a template'],
    [{ paths: ['data/*.json'] }, 'must be an absolute path on this machine'],
  ]
  const file = { paths: ['/a'], id: '$.a', type: 'A' }
  for (const [more, message] of refused) {
    const spec = { file: [{ ...file, ...more }] }
    expect(problems(spec, 'embedded')).toMatchObject([{ message: expect.stringContaining(message) }])
    expect(problems(spec, 'mission-control')).toEqual([])
    expect(() => parseScraperSpec(spec)).toThrow(/not supported|not a path|absolute path/)
  }
  const retention = { file: [file], retention: { changes: [{ name: 'diff', age: '7d' }] } }
  expect(problems(retention, 'embedded')).toMatchObject([{ message: 'changes is not a known key' }])
  const whole = {
    schedule: '@hourly',
    retention: { staleItemAge: '1h' },
    http: [
      {
        url: 'https://a.example',
        headers: [{ name: 'X-A', value: 'b' }],
        id: '$.id',
        type: '$.kind',
        items: '$.items',
        labels: { a: 'b' },
        tags: { site: '$.site' },
        transform: {
          exclude: [{ types: ['A'], jsonpath: '$.b' }],
          relationship: [{ type: { value: 'A' }, name: { label: 'b' } }],
          insights: [{ analyzer: 'a', type: 'other', when: 'true', message: 'x', severity: 'low', types: [] }],
        },
      },
    ],
  }
  expect(problems(whole, 'embedded')).toEqual([])
  expect(() => parseScraperSpec(whole)).not.toThrow()
})

const note = (type: string, backend: string) => editor.noteOf(newOne(type), { backend } as never)

test('notes which sources the embedded backend does not support', () => {
  for (const type of ['file', 'http', 'sql']) expect(note(type, 'embedded')).toBeUndefined()
  for (const type of ['kubernetes', 'aws', 'custom']) expect(note(type, 'embedded')).toMatch(/does not support/)
  expect(note('kubernetes', 'mission-control')).toBeUndefined()
})

const remarkOn = (spec: object) => editor.noteOf({ spec }, { backend: 'embedded', signIn: 'none' })

test('names every member that makes the embedded backend refuse a scraper, as its engine does', () => {
  const file = { paths: ['/a'], id: '$.a', type: 'A' }
  for (const member of ['full', 'crdSync', 'logLevel', 'kubernetes', 'anything']) {
    const spec = { file: [file], [member]: [] }
    expect(remarkOn(spec)).toContain(`does not support ${member} and refuses the whole scraper.`)
    expect(() => parseScraperSpec(spec)).toThrow(member)
  }
  const known = { file: [file], schedule: '@hourly', retention: { staleItemAge: '1h' } }
  expect(remarkOn(known)).toBeUndefined()
  expect(() => parseScraperSpec(known)).not.toThrow()
  expect(remarkOn({ aws: [{}], kubernetes: [{}] })).toMatch(/does not support .+ and .+\. The scraper is saved/)
})
