import { beforeAll, beforeEach, expect, test } from 'vitest'
import { consoleApp } from '../helpers/console-app'
import { testDatabase } from '../helpers/database'
import { id } from '../helpers/organisation'

const db = await testDatabase()
const { as, send, write } = await consoleApp(db)
const [pod, bucket] = [10, 11].map(id)

beforeAll(() =>
  db.script(`
    insert into people (id, name) values ('${id(1)}', 'Ada');
    insert into incidents (id, description, title, type, severity, status, created_by) values ('${id(40)}', '', 'Down', 'security', 'High', 'open', '${id(1)}');
    insert into hypotheses (id, incident_id, title, type, status, created_by) values ('${id(41)}', '${id(40)}', 'Down', 'root', 'possible', '${id(1)}');
    insert into config_items (id, name, type, config_class) values
      ('${pod}', 'api', 'Kubernetes::Pod', 'Pod'), ('${bucket}', 'files', 'AWS::S3::Bucket', 'ObjectStorage');
    insert into config_analysis (id, config_id, source, analyzer, analysis_type, severity, status, summary, message, first_observed, last_observed) values
      ('${id(21)}', '${pod}', 'Trivy', 'CVE-1', 'security', 'high', 'open', 'A hole', 'libink 3.0.2', '2026-01-01', '2026-01-03'),
      ('${id(22)}', '${pod}', null, 'slow', null, null, 'open', null, null, '2026-01-02', '2026-01-01'),
      ('${id(23)}', '${bucket}', 'AWS', 'public', 'security', 'critical', 'resolved', 'Everybody reads it', null, '2026-01-03', '2026-01-02');
  `)
)
beforeEach(() => as({ id: id(1), name: 'Ada', email: null, roles: ['viewer'] }))

type Found = { id: string; config: { name: string } | null }

async function found(path: string): Promise<Found[]> {
  const response = await send(`/api/db/${path}`)
  expect(response.status).toBe(200)
  return (await response.json()) as Found[]
}
const idsOf = (rows: readonly Found[]) => rows.map((row) => Number(row.id.slice(-12)))
const SELECT =
  'select=id,config_id,analyzer,analysis_type,severity,status,summary,first_observed,last_observed,config:configs(id,name,type,config_class)'

test.each([
  ['order=first_observed.desc,id.asc', [23, 22, 21]],
  ['order=last_observed.desc.nullslast,id.asc', [21, 23, 22]],
  ['config_type=in.("Kubernetes::Pod")&order=id.asc', [21, 22]],
  [`config_id=in.(${bucket})`, [23]],
  ['or=(severity.is.null,severity.not.in.(high))&order=id.asc', [22, 23]],
  ['or=(summary.ilike."*LIB*",message.ilike."*LIB*",analyzer.ilike."*LIB*")', [21]],
  ['first_observed=gte.2026-01-02T00:00:00Z&first_observed=lt.2026-01-03T00:00:00Z', [22]],
])('returns insights by %s, with their item [CALL-34]', async (query, ids) => {
  const rows = await found(`config_analysis_items?${SELECT}&${query}`)
  expect(idsOf(rows)).toEqual(ids)
  expect(rows.every(({ config }) => config !== null)).toBe(true)
})

test('returns one insight with its message, and lists analyzers of open insights by name [CALL-33 CALL-30]', async () => {
  expect(
    await found(
      `config_analysis?id=eq.${id(21)}&select=id,source,message,analysis,config:configs(id,name,type,config_class)`
    )
  ).toMatchObject([{ source: 'Trivy', message: 'libink 3.0.2', config: { name: 'api' } }])
  expect(await found('config_analysis_analyzers?order=analyzer.asc')).toEqual([
    { analyzer: 'CVE-1' },
    { analyzer: 'slow' },
  ])
})

test('adds an insight with its item as evidence and finds it with the incident [CAT-23]', async () => {
  as({ id: id(1), name: 'Ada', email: null, roles: ['responder'] })
  const response = await write('POST', '/api/db/evidences', {
    type: 'config_analysis',
    config_analysis_id: id(21),
    config_id: pod,
    hypothesis_id: id(41),
    description: 'A hole',
    definition_of_done: false,
    evidence: {},
    created_by: id(1),
  })
  expect(response.status).toBe(201)
  expect(await found(`incidents?id=eq.${id(40)}&select=hypotheses(evidences(config_id,config_analysis_id))`)).toEqual([
    { hypotheses: [{ evidences: [{ config_id: pod, config_analysis_id: id(21) }] }] },
  ])
  // Its item is evidence as well.
  expect(await found(`incidents_by_config?config_id=eq.${pod}&order=created_at.desc`)).toMatchObject([
    { id: id(40), title: 'Down', severity: 'High', status: 'open' },
  ])
})
