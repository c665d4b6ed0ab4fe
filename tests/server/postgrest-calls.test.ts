import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { mayReadRelation } from '../../server/identity/access/authorise'
import { createRelational } from '../../server/data/postgrest/relational'
import { loadSchemaCache } from '../../server/data/postgrest/schema-cache'
import { buildRoleRules } from '../../src/shared/access/policy'
import { adaCaller, relationalRequest } from '../helpers/relational-caller'
import { testDatabase } from '../helpers/database'
import { id, organisation } from '../helpers/organisation'
import { testVault } from '../helpers/vault'

// The requests of the console with their required responses, and its writes with their exact bodies.

const db = await testDatabase()
const mayRead = mayReadRelation(buildRoleRules(['admin']))
const relational = createRelational({ cache: await loadSchemaCache(db), now: () => new Date(), vault: testVault })

// Triggers write history and events on every change; only `truncate` removes them completely.
const begin = () =>
  db.script(`
    do $$ declare tables text; begin
      select string_agg(format('%I', tablename), ', ') into tables from pg_tables
      where schemaname = 'public' and tablename not in ('severities');
      execute 'truncate ' || tables || ' restart identity cascade';
    end $$;
    alter sequence incident_id_sequence restart;
    insert into agents (id, name) values ('00000000-0000-0000-0000-000000000000', 'local');
    ${organisation}`)

const AV = 'id,name,avatar,email'
const ada = { id: id(1), name: 'Ada', avatar: null, email: 'ada@shop.example' }

async function send(method: string, path: string, body?: unknown, prefer = 'return=representation') {
  const response = await relational(
    relationalRequest(path, {
      method,
      headers: { Prefer: prefer },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }),
    path.split('?')[0] ?? '',
    { ...adaCaller, mayRead },
    db
  )
  const text = await response.text()
  return { status: response.status, range: response.headers.get('Content-Range'), body: text ? JSON.parse(text) : null }
}

describe('reads', () => {
  beforeAll(begin)

  test.each([
    ['people by name [CALL-17]', 'people?select=*&order=name.asc', [{ name: 'Ada' }, { name: 'Bo' }]],
    ['a person', `people?id=eq.${id(2)}`, [{ id: id(2), name: 'Bo', email: 'bo@shop.example' }]],
    [
      'roles of people [CALL-21]',
      `people_roles?id=in.(${id(1)},${id(2)})`,
      [{ id: id(1), name: 'Ada', roles: ['admin'] }],
    ],
    [
      'one config item',
      `config_detail?id=eq.${id(11)}&select=*,config_scrapers(id,name)`,
      [{ id: id(11), name: 'api', config_scrapers: { id: id(4), name: 'files' }, components: [{ name: 'checkout' }] }],
    ],
    [
      'tags',
      'config_tags',
      [
        { key: 'cluster', value: 'eu' },
        { key: 'namespace', value: 'shop' },
      ],
    ],
    [
      'labels',
      'config_labels',
      [
        { key: 'app', value: 'api' },
        { key: 'app', value: 'x,y' },
      ],
    ],
    ['a name', `config_names?id=eq.${id(11)}`, [{ id: id(11), type: 'Kubernetes::Pod', external_id: [], name: 'api' }]],
    ['types', 'config_types', [{ type: 'Kubernetes::Cluster' }, { type: 'Kubernetes::Pod' }]],
    ['statuses', 'config_statuses', [{ status: 'Gone' }, { status: 'Running' }, { status: 'ok' }]],
    ['analyzers of open insights', 'config_analysis_analyzers?order=analyzer.asc', [{ analyzer: 'CVE-1' }]],
    [
      'a change with its item [CALL-32]',
      `config_changes?config_id=eq.${id(11)}&id=eq.${id(20)}&select=id,change_type,created_by,config:configs(id,name,type,config_class)`,
      [
        {
          id: id(20),
          change_type: 'diff',
          created_by: null,
          config: { id: id(11), name: 'api', type: 'Kubernetes::Pod', config_class: 'Pod' },
        },
      ],
    ],
    [
      'insights of an item',
      `config_analysis?select=id,analyzer,config:configs(id,name)&config_id=eq.${id(11)}`,
      [{ id: id(22), analyzer: 'CVE-1', config: { id: id(11), name: 'api' } }],
    ],
    [
      'the insight table',
      'config_analysis_items?select=id,severity,config_type,config:configs(id,name)&limit=5&offset=0&order=first_observed.desc&severity=eq.high',
      [{ id: id(22), severity: 'high', config_type: 'Kubernetes::Pod', config: { id: id(11), name: 'api' } }],
    ],
    [
      'insights of a component',
      `analysis_by_component?component_id=eq.${id(31)}&select=analysis_id,config:configs(id,name,analysis:config_analysis(id,analyzer))`,
      [{ analysis_id: id(22), config: { id: id(11), name: 'api', analysis: [{ id: id(22), analyzer: 'CVE-1' }] } }],
    ],
    [
      'both sides of links',
      `config_relationships?or=(related_id.eq.${id(11)},config_id.eq.${id(11)})&configs.order=name&select=relation,configs:configs!config_relationships_config_id_fkey(id,name),related:configs!config_relationships_related_id_fkey(id,name)&deleted_at=is.null`,
      [{ relation: 'hard', configs: { id: id(10), name: 'cluster' }, related: { id: id(11), name: 'api' } }],
    ],
    ['insights by a function', `rpc/lookup_analysis_by_component?id=${id(31)}`, [{ id: id(22), analyzer: 'CVE-1' }]],
    [
      'incidents of an item’s component',
      `incidents_by_component?order=created_at.desc&status=eq.open&component_id=eq.${id(31)}`,
      [{ id: id(50), title: 'Checkout is slow' }],
    ],
    [
      'a check with its owner [CALL-66]',
      `checks?id=eq.${id(41)}&select=*,canaries!checks_canary_id_fkey(id,name,source),agents!checks_agent_id_fkey(id, name),components:check_component_relationships(components(id,name,icon)),configs:check_config_relationships(configs(id,name,type))`,
      [
        {
          id: id(41),
          canaries: { id: id(40), name: 'web', source: null },
          agents: { name: 'local' },
          components: [{ components: { id: id(31), name: 'checkout', icon: null } }],
          configs: [{ configs: { id: id(11), name: 'api', type: 'Kubernetes::Pod' } }],
        },
      ],
    ],
    [
      'teams of a component',
      `team_components?component_id=eq.${id(31)}&select=*,team:teams(*, created_by(${AV}))`,
      [{ team_id: id(3), team: { name: 'platform', created_by: ada } }],
    ],
    [
      'a playbook with its author',
      `playbooks?id=eq.${id(60)}&select=*,created_by(${AV})`,
      [{ id: id(60), title: 'Restart', created_by: ada }],
    ],
    [
      'actions of a run',
      `rpc/get_playbook_run_actions?run_id=${id(61)}`,
      [{ id: id(62), name: 'restart', status: 'completed', playbook_run_id: id(61) }],
    ],
    [
      'members of a team',
      `team_members?team_id=eq.${id(3)}&select=*,person_id(*)`,
      [{ team_id: id(3), person_id: { id: id(1), name: 'Ada' } }],
    ],
    [
      'agents by ids',
      `agents?select=id,name,description&id=in.(${id(91)})`,
      [{ id: id(91), name: 'edge', description: null }],
    ],
    [
      'one connection, its name and type',
      `connections?id=eq.${id(92)}&select=id,name,type`,
      [{ id: id(92), name: 'db', type: 'postgres' }],
    ],
    [
      'hypotheses of an incident by text',
      `hypotheses?order=created_at.desc&title=ilike.*DATA*&incident_id=eq.${id(50)}`,
      [{ id: id(51), title: 'Database' }],
    ],
    [
      'settings resources [CALL-125]',
      `incident_rules?select=*,created_by(${AV})&order=created_at.desc&deleted_at=is.null&limit=100`,
      [{ id: id(94), name: 'rule', created_by: ada }],
    ],
    [
      'job history of a resource',
      `job_histories?&select=*&limit=5&offset=0&resource_type.filter=canary&resource_id=eq.${id(40)}&order=created_at.desc`,
      [{ name: 'Canary', resource_name: 'web', agent: { name: 'local' } }],
    ],
  ])('returns %s', async (_name, path, expected) => {
    const { status, body } = await send('GET', path)
    expect([status, body]).toMatchObject([200, expected])
    expect(body).toHaveLength(expected.length)
  })

  test('filters the item list and returns its total [CALL-06 CALL-07]', async () => {
    const path =
      'configs?&select=id,name&type=eq.Kubernetes::Pod&name=in.(api,old,x)&or=(name.ilike.*A*,type.ilike.*POD*)&order=name.desc'
    expect(await send('GET', `${path}&limit=1&offset=1`, undefined, 'count=exact')).toEqual({
      status: 206,
      range: '1-1/2',
      body: [{ id: id(11), name: 'api' }],
    })
    expect(await send('GET', `${path}&deleted_at=is.null`, undefined, 'count=exact')).toMatchObject({ range: '0-0/1' })
  })

  test('returns an incident with all its data, three levels deep [CALL-08 CALL-46]', async () => {
    const { body } = await send(
      'GET',
      `incidents?id=eq.${id(50)}&select=*,hypotheses(*,created_by(${AV}),evidences(*,created_by(${AV})),comments(created_at,comment,external_created_by,responder_id(team_id(*)),created_by(id,${AV}),id)),commander:commander_id(${AV}),communicator_id(${AV}),responders(created_by(${AV}))`
    )
    expect(body).toMatchObject([
      {
        incident_id: 'INC-1',
        commander: ada,
        communicator_id: { name: 'Bo' },
        responders: [{ created_by: ada }],
        hypotheses: [
          {
            created_by: ada,
            evidences: [{ id: id(52), created_by: ada }],
            comments: [{ comment: 'Looking', responder_id: { team_id: { name: 'platform' } }, created_by: ada }],
          },
        ],
      },
    ])
  })

  test('returns the change log of an incident for a list that ends in a stray bracket', async () => {
    const { body } = await send(
      'GET',
      `incident_histories?incident_id=eq.${id(50)}&select=*,evidence:evidences(id,description,type,components(id,name,icon),configs(id,name),config_changes(id,change_type),config_analysis(id,analyzer,message,analysis),checks(id,icon,name)),hypothesis:hypotheses(id,title),responder:responders(id,person:person_id(id,name,avatar),team:team_id(id,name,icon)),comment:comments(id,comment),created_by(id,name,avatar))&order=created_at.desc`
    )
    expect(body).toContainEqual(
      expect.objectContaining({
        type: 'evidence.created',
        evidence: expect.objectContaining({
          id: id(52),
          components: { id: id(31), name: 'checkout', icon: null },
          configs: null,
        }),
        hypothesis: { id: id(51), title: 'Database' },
        created_by: { id: id(1), name: 'Ada', avatar: null },
      })
    )
    expect(body).toContainEqual(
      expect.objectContaining({
        type: 'responder.created',
        responder: { id: id(53), person: null, team: { id: id(3), name: 'platform', icon: null } },
      })
    )
  })

  test.each([
    'component_id',
    'person_id',
    'team_id',
    'config_id',
    'check_id',
    'canary_id',
    'playbook_id',
    'connection_id',
  ])('refuses to filter permissions by %s, which the view lacks', async (column) => {
    expect(await send('GET', `permissions_summary?${column}=eq.${id(1)}&select=*`)).toMatchObject({
      status: 400,
      body: { code: '42703' },
    })
  })
})

describe('writes', () => {
  beforeEach(begin)

  const link = { component_id: id(31), config_id: id(10), selector_id: 'manual' }
  const linkPath = `config_component_relationships?component_id=eq.${id(31)}&config_id=eq.${id(10)}&selector_id=eq.manual`

  test('creates a manual link once', async () => {
    expect(await send('POST', 'config_component_relationships', link)).toMatchObject({ status: 201, body: [link] })
    expect(await send('POST', 'config_component_relationships', link)).toMatchObject({
      status: 409,
      body: { code: '23505' },
    })
    expect(await send('DELETE', linkPath)).toMatchObject({ status: 200, body: [link] })
    expect(await send('DELETE', linkPath)).toMatchObject({ status: 200, body: [] })
  })

  test('creates an incident [CALL-47]', async () => {
    const made = await send('POST', 'incidents?select=*', {
      id: id(150),
      title: 'Down',
      description: '',
      severity: 'High',
      type: 'availability',
      status: 'open',
      created_by: id(1),
      commander_id: id(1),
      communicator_id: id(1),
      created_at: 'now()',
      updated_at: 'now()',
    })
    expect(made).toMatchObject({
      status: 201,
      range: '*/*',
      body: [{ id: id(150), incident_id: 'INC-2', commander_id: id(1) }],
    })
    const changed = await send('PATCH', `incidents?id=eq.${id(150)}`, {
      status: 'investigating',
      severity: 'Low',
      commander_id: null,
    })
    expect(changed).toMatchObject({
      status: 200,
      body: [{ status: 'investigating', severity: 'Low', commander_id: null }],
    })
  })

  test('creates hypotheses, evidence and comments [CALL-54 CALL-58]', async () => {
    const hypothesis = {
      id: id(151),
      incident_id: id(50),
      title: 'Disk',
      status: 'possible',
      type: 'factor',
      parent_id: id(51),
      created_by: id(1),
    }
    expect(await send('POST', 'hypotheses', hypothesis)).toMatchObject({ status: 201, body: [hypothesis] })
    expect(await send('PATCH', `hypotheses?id=eq.${id(151)}`, { status: 'proven' })).toMatchObject({
      body: [{ status: 'proven' }],
    })
    const evidence = {
      id: id(152),
      hypothesis_id: id(151),
      config_id: id(11),
      created_by: id(1),
      type: 'config',
      description: '',
      evidence: { id: id(11) },
      definition_of_done: false,
    }
    expect(await send('POST', 'evidences', evidence)).toMatchObject({ status: 201, body: [evidence] })
    const done = { definition_of_done: true, done: false, script: 'true' }
    expect(await send('PATCH', `evidences?id=eq.${id(152)}`, done)).toMatchObject({ status: 200, body: [done] })
    const comment = { created_by: id(1), incident_id: id(50), hypothesis_id: id(151), comment: 'Full' }
    expect(await send('POST', 'comments', comment)).toMatchObject({ status: 201, body: [comment] })
    expect(await send('DELETE', `comments?hypothesis_id=eq.${id(151)}`)).toMatchObject({ status: 200, body: [comment] })
  })

  test('creates responders and soft-deletes them', async () => {
    const made = await send('POST', 'responders?select=*', {
      type: 'person',
      incident_id: id(50),
      created_by: id(1),
      person_id: id(2),
      properties: {},
    })
    expect(made).toMatchObject({ status: 201, body: [{ person_id: id(2) }] })
    const removed = await send('PATCH', `responders?id=eq.${made.body[0].id}`, { deleted_at: 'now()' })
    expect(removed.body[0].deleted_at).toMatch(/^\d{4}-\d\d-\d\dT/)
  })

  test('keeps the name of an edited playbook', async () => {
    const made = await send('POST', 'playbooks', {
      title: 'Drain',
      name: 'Drain',
      spec: { actions: [] },
      source: 'UI',
      created_by: id(1),
    })
    expect(made).toMatchObject({ status: 201, body: [{ name: 'Drain', category: '' }] })
    const { id: made_id } = made.body[0]
    const edit = {
      id: made_id,
      source: 'UI',
      title: 'Drain node',
      spec: { actions: [], category: 'ops' },
      category: 'ops',
      description: 'd',
      icon: null,
    }
    expect(await send('PATCH', `playbooks?id=eq.${made_id}`, edit)).toMatchObject({
      status: 200,
      body: [{ ...edit, name: 'Drain' }],
    })
  })

  test('writes a notification: nulls clear, long intervals keep every digit', async () => {
    const made = await send('POST', 'notifications', {
      name: 'n',
      events: ['check.failed'],
      person_id: id(1),
      wait_for: 300_000_000_000,
      source: 'UI',
      created_by: id(1),
    })
    expect(made).toMatchObject({ status: 201, body: [{ events: ['check.failed'], wait_for: 300_000_000_000 }] })
    const edit = { person_id: null, team_id: id(3), custom_services: null }
    expect(await send('PATCH', `notifications?id=eq.${made.body[0].id}`, edit)).toMatchObject({ body: [edit] })
  })

  test('creates a silence', async () => {
    const edit = {
      id: id(72),
      name: 'quiet',
      filter: null,
      updated_at: 'now()',
      source: 'UI',
      check_id: id(41),
      from: '2025-04-15T00:00:00Z',
      until: null,
      description: 'x',
      recursive: true,
      namespace: '',
    }
    expect(await send('PATCH', `notification_silences?id=eq.${id(72)}`, edit)).toMatchObject({
      status: 200,
      body: [{ id: id(72), from: '2025-04-15T00:00:00+00:00', until: null, recursive: true }],
    })
  })

  test('deletes permissions permanently', async () => {
    const made = await send('POST', 'permissions', {
      action: 'read',
      deny: false,
      object: 'catalog',
      person_id: id(2),
      source: 'UI',
      created_by: id(1),
    })
    expect(made).toMatchObject({ status: 201, body: [{ subject: null, subject_type: 'group', created_by: id(1) }] })
    const path = `permissions?id=eq.${made.body[0].id}`
    expect(await send('PATCH', path, { action: '*', updated_by: id(2) })).toMatchObject({
      // The caller, not the author in the body.
      body: [{ action: '*', updated_by: id(1) }],
    })
    expect(await send('DELETE', path)).toMatchObject({ status: 200, body: [{ action: '*' }] })
    expect(await send('GET', path)).toMatchObject({ body: [] })
  })

  test('adds several members of a team at once', async () => {
    const { body: teams } = await send('POST', 'teams', { name: 'web', icon: 'team', spec: {}, created_by: id(1) })
    const members = [id(1), id(2)].map((person_id) => ({ team_id: teams[0].id, person_id }))
    expect(await send('POST', 'team_members', members)).toMatchObject({ status: 201, body: members })
    const removed = await send('DELETE', `team_members?person_id=eq.${id(1)}`)
    expect(removed.body).toHaveLength(2)
  })

  test('creates an agent', async () => {
    expect(await send('PATCH', `agents?id=eq.${id(91)}`, { properties: { zone: 'a' } })).toMatchObject({
      body: [{ properties: { zone: 'a' } }],
    })
    expect(await send('PATCH', `agents?id=eq.${id(91)}`, { deleted_at: 'now()', cleanup: true })).toMatchObject({
      status: 200,
      body: [{ cleanup: true }],
    })
  })

  test.each([
    ['teams', { name: 'n', icon: 'i', spec: {} }],
    ['incident_rules', { name: 'n', spec: {} }],
    ['config_scrapers', { name: 'n', namespace: 'default', spec: { file: [] }, source: 'UI' }],
    ['topologies', { name: 'n', namespace: 'default', labels: {}, spec: {} }],
    ['canaries', { name: 'n', namespace: 'default', labels: {}, spec: {}, source: 'UI' }],
    ['connections', { name: 'n', type: 'http', url: 'http://x', properties: {} }],
    ['logging_backends', { name: 'n', labels: {}, spec: {} }],
  ])('%s: creates, edits as a whole, soft-deletes [CALL-127 CALL-128]', async (table, form) => {
    const made = await send('POST', table, { ...form, created_by: id(1) })
    expect(made).toMatchObject({ status: 201, body: [{ ...form, created_by: id(1) }] })
    const path = `${table}?id=eq.${made.body[0].id}`
    const { created_at: _at, updated_at: _updated, ...row } = made.body[0]
    const writable = Object.fromEntries(
      Object.entries({ ...row, name: 'renamed' }).filter(([name]) => !name.endsWith('_values'))
    )
    expect(await send('PATCH', path, writable)).toMatchObject({ status: 200, body: [{ name: 'renamed' }] })
    const { body } = await send('PATCH', path, { deleted_at: 'now()' })
    expect(Date.parse(body[0].deleted_at)).toBeGreaterThan(Date.now() - 60_000)
    expect(await send('GET', `${table}?id=eq.${row.id}&deleted_at=is.null`)).toMatchObject({ body: [] })
  })
})
