import { beforeEach, expect, test } from 'vitest'
import { readCaller } from '../../server/identity/access/people'
import { grantReaderRole } from '../../server/identity/access/reader'
import { findReadObject, offeredRelations } from '../../server/identity/access/relations'
import { limitedDenials } from '../../server/identity/access/row-access'
import { sql } from '../../server/data/db/sql'
import { loadSchemaCache } from '../../server/data/postgrest/schema-cache'
import { allows, type AccessRule, buildRoleRules } from '../../src/shared/access/policy'
import { consoleApp } from '../helpers/console-app'
import { testDatabase } from '../helpers/database'
import { id, organisation } from '../helpers/organisation'

// While rls.enable is on, guests see config items and components that are listed for them, and rows that belong to
// those.

/** A marker in every text that must stay hidden. All data around the sample's items is unlisted. */
const HIDDEN = 'unseen'
const [shop, pay, edge] = [id(100), id(101), id(102)]
const [gateway, till] = [id(110), id(111)]

const db = await testDatabase()
await db.script(organisation)
await db.script(`
  insert into casbin_rule (ptype, v0, v1) values ('g', '${id(2)}', 'guest');
  insert into people (id, name) values ('${id(6)}', 'Vi'), ('${id(7)}', 'Nobody');
  insert into casbin_rule (ptype, v0, v1) values ('g', '${id(6)}', 'viewer');

  update config_items set name = '${HIDDEN} item', type = '${HIDDEN}', config = '"${HIDDEN}"', status = '${HIDDEN}', config_class = '${HIDDEN}',
    tags = '{"${HIDDEN}": "${HIDDEN}"}', labels = '{"${HIDDEN}": "${HIDDEN}"}';
  update config_changes set summary = '${HIDDEN}', change_type = '${HIDDEN}' || id, details = '"${HIDDEN}"';
  update config_analysis set analyzer = '${HIDDEN}', analysis_type = '${HIDDEN}', summary = '${HIDDEN}';
  update components set name = '${HIDDEN}', labels = '{"${HIDDEN}": "${HIDDEN}"}', type = '${HIDDEN}';
  update topologies set spec = '"${HIDDEN}"';
  update canaries set spec = '{"http": [{"name": "${HIDDEN}"}]}', name = '${HIDDEN}';
  update checks set name = '${HIDDEN}', labels = '{"${HIDDEN}": "${HIDDEN}"}', description = '${HIDDEN}';
  update check_statuses set message = '${HIDDEN}';
  update incidents set title = '${HIDDEN}'; update hypotheses set title = '${HIDDEN}'; update comments set comment = '${HIDDEN}';
  update evidences set description = '${HIDDEN}';
  update playbook_runs set error = '${HIDDEN}', parameters = '{"a": "${HIDDEN}"}';
  update playbook_run_actions set error = '${HIDDEN}', name = '${HIDDEN}';
  update artifacts set filename = '${HIDDEN}'; update job_history set name = '${HIDDEN}', details = '{"errors": ["${HIDDEN}"]}';
  insert into playbook_runs (playbook_id, parent_id, error) values ('${id(60)}', '${id(61)}', '${HIDDEN}');
  insert into playbook_runs (playbook_id, check_id, error) values ('${id(60)}', '${id(41)}', '${HIDDEN}');

  insert into config_items (id, name, type, config_class, agent_id, tags) values
    ('${shop}', 'shop', 'Pod', 'Pod', default, '{"team": "shop", "tier": 1}'),
    ('${pay}', 'pay', 'Pod', 'Pod', default, '{"team": "pay"}'),
    ('${edge}', 'edge', 'Pod', 'Pod', '${id(91)}', '{"team": "pay"}');
  insert into components (id, name, external_id, type, status, agent_id) values
    ('${gateway}', 'gateway', 'gateway', 'Service', 'healthy', '${id(91)}'), ('${till}', 'till', 'till', 'Service', 'healthy', default);
  insert into config_relationships (config_id, related_id, relation) values
    ('${shop}', '${id(11)}', 'hard'), ('${id(10)}', '${shop}', 'hard'), ('${shop}', '${pay}', 'hard');
  insert into component_relationships (component_id, relationship_id) values ('${gateway}', '${id(31)}'), ('${till}', '${gateway}');
  insert into config_component_relationships (component_id, config_id) values ('${gateway}', '${id(11)}'), ('${id(31)}', '${edge}');
  insert into config_changes (config_id, change_type, summary) values ('${shop}', 'diff', 'shop'), ('${pay}', 'diff', 'pay'), ('${edge}', 'diff', 'edge');
  update config_items set parent_id = '${id(10)}', path = '${id(10)}' where id = '${shop}';
  update config_items set parent_id = '${shop}' where id = '${id(11)}';
`)
const { as, send, write } = await consoleApp(db)
const cache = await loadSchemaCache(db)

const turn = (value: string) =>
  db.run(
    sql`insert into properties (name, value) values ('rls.enable', ${value}) on conflict (name) do update set value = excluded.value, deleted_at = null`
  )
const list = (row: Record<string, unknown>) =>
  db.run(sql`
    insert into permissions (subject_type, subject, person_id, object, action, deny, agents, tags, config_id, component_id, object_selector)
    select 'group', case when r.person_id is null then 'guest' end, r.person_id, r.object, r.action, coalesce(r.deny, false), r.agents, r.tags, r.config_id, r.component_id, r.object_selector
    from json_populate_record(null::permissions, ${JSON.stringify({ action: 'read', ...row })}::json) as r`)

const [administrator, guest, viewer, nobody] = [id(1), id(2), id(6), id(7)]
const be = async (person: string) => as(await readCaller(db, person))
beforeEach(async () => {
  await db.script('delete from permissions')
  await turn('true')
  await be(guest)
})

async function ask(path: string, headers: Record<string, string> = {}) {
  const answer = await send(`/api/db/${path}`, { headers })
  const text = await answer.text()
  return {
    status: answer.status,
    range: answer.headers.get('Content-Range'),
    text,
    body: text === '' ? null : JSON.parse(text),
  }
}
const namesIn = async (path: string): Promise<string[]> =>
  (await ask(path)).body.map(({ name }: { name: string }) => name).toSorted()
const seen = async () => [...(await namesIn('config_items?select=name')), ...(await namesIn('components?select=name'))]

const edges = { agents: [id(91)] }
const shops = { tags: { team: 'shop' } }
const deny = true

test('does not share read data or 304 responses between people', async () => {
  const path = '/api/db/config_items?select=name&order=name'
  const read = async (tag: string | null = null) => {
    const answer = await send(path, { headers: tag === null ? {} : { 'If-None-Match': tag } })
    return { status: answer.status, tag: answer.headers.get('ETag'), text: await answer.text() }
  }
  await be(administrator)
  const all = await read()
  expect((await read(all.tag)).status).toBe(304)
  await be(guest)
  expect(await read(all.tag)).toEqual({ status: 200, tag: expect.stringMatching(/^W\/"/) as unknown, text: '[]' })
  await list(edges)
  expect(JSON.parse((await read(all.tag)).text)).toEqual([{ name: 'edge' }])
})

test.each<[string, Record<string, unknown>[], string[]]>([
  ['nothing', [], []],
  ['an agent', [edges], ['edge', 'gateway']],
  ['an agent by name', [{ agents: ['edge'] }], ['edge', 'gateway']],
  ['an unknown agent', [{ agents: ['moon'] }], []],
  ['an agent of the catalog', [{ ...edges, object: 'catalog' }], ['edge']],
  ['an agent of the topology', [{ ...edges, object: 'topology' }], ['gateway']],
  ['tags', [shops], ['shop']],
  ['tags that are numbers', [{ tags: { tier: '1' } }], ['shop']],
  ['several tags, all of them', [{ tags: { team: 'shop', tier: '2' } }], []],
  ['an agent and tags, combined', [{ ...edges, ...shops }], []],
  ['an agent, and tags separately', [edges, shops], ['edge', 'shop', 'gateway']],
  ['for another person', [{ ...edges, person_id: id(6) }], []],
  ['for the person', [{ ...shops, person_id: id(2) }], ['shop']],
  ['with update only', [{ ...shops, action: 'update' }], []],
  ['all of the catalog, without agent or tags', [{ object: 'catalog' }], []],
  ['tags, except those of an agent', [{ tags: { team: 'pay' } }, { ...edges, deny }], ['pay']],
  ['an agent, except with tags', [edges, { tags: { team: 'pay' }, deny }], ['gateway']],
  ['an agent, except one item', [edges, { config_id: edge, deny }], ['gateway']],
  ['an agent, except one component', [edges, { component_id: gateway, deny }], ['edge']],
  ['an agent, except a selector', [edges, { object_selector: { configs: [{ name: 'x' }] }, deny }], ['gateway']],
])('shows a guest the rows listed by %s', async (_name, rows, expected) => {
  for (const row of rows) await list(row)
  expect(await seen()).toEqual(expected)
  // Other roles are not limited, nor are guests while it is off.
  const everything = await unlimited(viewer)
  expect(everything).toHaveLength(9)
  expect(await unlimited(administrator)).toEqual(everything)
  await turn('false')
  expect(await unlimited(guest)).toEqual(everything)
})
async function unlimited(person: string) {
  await be(person)
  return seen()
}

test('takes effect with the next request, from the database and from the file', async () => {
  await turn('false')
  expect(await seen()).toHaveLength(9)
  await turn('true')
  expect(await seen()).toEqual([])
  await db.script(`update properties set deleted_at = now() where name = 'rls.enable'`)
  expect(await seen()).toHaveLength(9)
  const { as: actAs, send: sendThere } = await consoleApp(db, { localProperties: new Map([['rls.enable', 'on']]) })
  actAs(await readCaller(db, guest))
  expect(await (await sendThere('/api/db/config_items')).json()).toEqual([])
})

test('limits callers without a role like guests', async () => {
  await be(nobody)
  expect(await seen()).toEqual([])
})

test('returns empty embeds for closed tables and reports the denials in whoami', async () => {
  await list(shops)
  const { status, body } = await ask('config_detail?select=name,config_scrapers(name)')
  expect([status, body]).toEqual([200, [{ name: 'shop', config_scrapers: null }]])
  const denied = async () => {
    const { payload } = await (await send('/api/auth/whoami')).json()
    return payload.permissions.flatMap((rule: AccessRule) => (rule.deny ? rule.object : [])).toSorted()
  }
  expect((await send('/api/db/config_scrapers')).status).toBe(403)
  expect(await denied()).toEqual(
    words('connection database.config_scrapers database.kratos database.monitor database.system notification')
  )
  await turn('false')
  expect(await denied()).toEqual(['database.kratos'])
  expect((await ask('config_scrapers?select=name')).status).toBe(200)
})

/** Permissions of limited guests. */
const rules = [...buildRoleRules(['guest']), ...limitedDenials]
const readable = offeredRelations.filter((one) => {
  const object = findReadObject(one)
  return object && allows(rules, object, 'read')
})
const relations = readable.filter((one) => !one.startsWith('rpc/') && cache.relations.has(one))

test.each(relations)('shows nothing unlisted in %s', async (relation) => {
  await list(edges)
  await list(shops)
  const { status, text } = await ask(relation, { Prefer: 'count=exact' })
  expect([status, text.includes(HIDDEN)]).toEqual([expect.toSatisfy((one) => one === 200 || one === 206), false])
})

test('covers nearly all relations', async () => {
  await turn('false')
  const telling: string[] = []
  for (const relation of relations) if ((await ask(relation)).text.includes(HIDDEN)) telling.push(relation)
  expect(telling.length).toBeGreaterThan(45)
})

test('neither shows nor counts unlisted rows in any embed', async () => {
  await list(edges)
  await list(shops)
  let ways = 0
  for (const from of relations) {
    for (const { to, constraint } of cache.relationships.get(from) ?? []) {
      const { status, text } = await ask(`${from}?select=*,x:${to}!${constraint}(*)`)
      // Some join paths need another kind of hint.
      if (status === 200) ways++
      expect([from, to, constraint, text.includes(HIDDEN)]).toEqual([from, to, constraint, false])
    }
  }
  expect(ways).toBeGreaterThan(500)
}, 120_000)

const calls = [
  ...[
    'related_configs_recursive',
    'related_configs',
    'related_config_ids_recursive',
    'config_relationships_recursive',
  ].map((name) => (at: string) => `rpc/${name}?config_id=${at}&type_filter=all`),
  (at: string) => `rpc/get_recursive_path?start=${at}`,
  (at: string) => `rpc/get_parents_by_location?config_id=${at}&include_deleted=true`,
  (at: string) => `rpc/config_analysis_filter_options?p_config_id=${at}`,
  (at: string) => `rpc/related_changes_recursive?lookup_id=${at}&type_filter=all`,
  (at: string) => `rpc/lookup_config_children?id=${at}&max_depth=-1`,
  (at: string) => `rpc/lookup_config_relations?config_id=${at}`,
  ...[
    'lookup_configs_by_component',
    'lookup_changes_by_component',
    'lookup_analysis_by_component',
    'lookup_components_by_config',
    'lookup_components_by_check',
    'check_summary_for_component',
  ].map((name) => (at: string) => `rpc/${name}?id=${at}`),
  (at: string) => `rpc/lookup_component_children?id=${at}&max_depth=-1`,
  ...['lookup_component_relations', 'lookup_component_incidents', 'lookup_component_config_id_related_components'].map(
    (name) => (at: string) => `rpc/${name}?component_id=${at}`
  ),
  (at: string) => `rpc/lookup_component_names?component_id={${at}}`,
  (at: string) => `rpc/get_playbook_run_actions?run_id=${at}`,
]
const hiddenIds = [id(10), id(11), id(12), id(31), id(41), id(61), pay, till]

test.each(calls.map((call) => [call('').split('?')[0], call] as const))(
  'reveals nothing unlisted by %s',
  async (_name, call) => {
    await list(edges)
    await list(shops)
    for (const at of [...hiddenIds, shop, edge, gateway]) {
      const { status, text } = await ask(call(at))
      expect([at, status, text.includes(HIDDEN)]).toEqual([at, 200, false])
      // The path of an item contains the ids of its ancestors.
      const others = hiddenIds.filter((one) => one !== at && one !== id(10))
      expect([at, others.filter((one) => text.includes(one))]).toEqual([at, []])
    }
  }
)

test('counts only listed rows in totals', async () => {
  await list(shops)
  const count = { Prefer: 'count=exact' }
  for (const path of [
    'config_items',
    'configs',
    'config_detail',
    'config_names',
    'config_changes',
    'catalog_changes',
  ]) {
    expect([path, (await ask(path, count)).range]).toEqual([path, '0-0/1'])
    expect([path, (await ask(`${path}?limit=1&offset=1`, count)).range]).toEqual([path, '*/1'])
  }
  expect((await ask('config_summary?select=type,total_configs,changes')).body).toEqual([
    { type: 'Pod', total_configs: 1, changes: 1 },
  ])
})

/** A guess about hidden rows gets the same response as any wrong guess. */
test.each([
  [
    'an inner embed',
    `config_relationships?select=config_id,configs!config_relationships_related_id_fkey!inner(id)&configs.name=like.${HIDDEN}*`,
  ],
  ['an inner parent', `config_items?select=name,parent:parent_id!inner(name)&parent.name=like.${HIDDEN}*`],
  ['a tree of conditions', `config_items?or=(name.like.${HIDDEN}*,and(type.eq.${HIDDEN},config_class.eq.${HIDDEN}))`],
  ['a negated tree', `config_items?select=name&not.or=(name.eq.shop,name.eq.edge)`],
  ['a member of a document', `config_items?tags->>${HIDDEN}=eq.${HIDDEN}`],
  ['an id', `config_items?id=in.(${id(10)},${id(11)},${pay})`],
  ['a row of an id', `config_changes?config_id=eq.${id(11)}`],
  ['a check of an item', `check_statuses?check_id=eq.${id(41)}&select=time,status,duration,message,error`],
  ['an aggregate', `change_types?change_type=like.${HIDDEN}*`],
  ['arguments of a function', `rpc/lookup_component_by_property?`],
])('does not reveal unlisted rows by %s', async (_name, path) => {
  await list(edges)
  await list(shops)
  const { status, body } = await ask(path)
  expect(status === 200 ? body : status).toEqual(status === 200 ? [] : 404)
})

test('evaluates failing conditions only on listed rows', async () => {
  await list(shops)
  // Converting the names of hidden items to numbers would reveal them in an error.
  expect((await ask('config_items?select=name::int&name=neq.shop')).body).toEqual([])
  expect((await ask('config_items?select=name&tags->tier=eq.1')).body).toEqual([{ name: 'shop' }])
})

test('does not reveal hidden parents by order', async () => {
  await list(edges)
  await list(shops)
  const query = 'config_items?select=name,parent:parent_id(name)&parent.order=name&order=name'
  expect((await ask(query)).body).toEqual([
    { name: 'edge', parent: null },
    { name: 'shop', parent: null },
  ])
})

test('applies the limits to services', async () => {
  const get = async (path: string) => (await (await send(path)).json()) as Record<string, unknown>
  expect(await get('/api/canary/api/summary')).not.toHaveProperty('checks_summary')
  expect((await get(`/api/canary/api/graph?check=${id(41)}`))['status']).toBeNull()
  expect((await send(`/api/playbook/list?config_id=${id(11)}`)).status).toBe(404)
  expect((await send(`/api/playbook/list?component_id=${id(31)}`)).status).toBe(404)
  expect((await send(`/api/playbook/list?check_id=${id(41)}`)).status).toBe(404)
  expect((await write('POST', `/api/playbook/${id(60)}/params`, { config_id: id(11) })).status).toBe(404)

  await list({ object: 'playbooks', action: 'playbook:run,playbook:approve' })
  await list({ object: 'canaries', action: 'create' })
  expect((await write('POST', '/api/playbook/run', { id: id(60), config_id: id(11) })).status).toBe(404)
  expect((await write('POST', `/api/playbook/run/approve/${id(61)}`, {})).status).toBe(404)
  expect((await send(`/api/canary/run/check/${id(41)}`, { method: 'POST' })).status).toBe(404)

  expect((await get('/api/canary/api/topology'))['components']).toEqual([])
  await list(edges)
  const seenBelow = await (await send('/api/canary/api/topology')).text()
  expect(JSON.parse(seenBelow)).toMatchObject({ components: [{ id: gateway, name: 'gateway', health: 'healthy' }] })
  expect(seenBelow).not.toMatch(new RegExp(`${HIDDEN}|${till}|${id(31)}`))

  await be(viewer)
  expect((await get('/api/canary/api/summary'))['checks_summary']).toHaveLength(1)
  expect((await send(`/api/playbook/list?config_id=${id(11)}`)).status).toBe(200)
})

test('hides checks of items from signed-out callers', async () => {
  as(undefined)
  const runs = `/api/db/check_statuses?check_id=eq.${id(41)}&select=time,status,duration,message,error`
  expect(await (await send('/api/canary/api/summary')).json()).not.toHaveProperty('checks_summary')
  expect(await (await send(`/api/canary/api/topology?id=${gateway}`)).json()).toMatchObject({ components: [] })
  expect(await (await send(runs)).json()).toEqual([])
  await turn('false')
  expect(await (await send('/api/canary/api/summary')).json()).toHaveProperty('checks_summary.length', 1)
  expect(await (await send(runs)).json()).toHaveLength(20)
})

test('shows checks of listed items and checks without items', async () => {
  await db.script(`
    insert into canaries (id, name, namespace, spec) values ('${id(140)}', 'own', 'a', '{}'), ('${id(142)}', 'both', 'a', '{}'), ('${id(144)}', 'none', 'a', '{}');
    insert into checks (id, canary_id, type, name) values ('${id(141)}', '${id(140)}', 'http', 'own'), ('${id(143)}', '${id(142)}', 'http', 'both'),
      ('${id(146)}', '${id(142)}', 'http', 'beside both'), ('${id(145)}', '${id(144)}', 'http', 'none');
    insert into check_config_relationships (config_id, check_id, canary_id) values ('${shop}', '${id(141)}', '${id(140)}'),
      ('${shop}', '${id(143)}', '${id(142)}'), ('${pay}', '${id(143)}', '${id(142)}')`)
  await list(shops)
  expect(await namesIn('checks?select=name')).toEqual(['none', 'own'])
  expect(await namesIn('check_summary?select=name')).toEqual(['none', 'own'])
  expect(await namesIn('canaries?select=name')).toEqual(['none', 'own'])
  const { checks_summary: checks } = await (await send('/api/canary/api/summary')).json()
  expect(checks.map(({ name }: { name: string }) => name).toSorted()).toEqual(['none', 'own'])
})

async function changing(): Promise<number[]> {
  const answers = await Promise.all([
    write('POST', '/api/db/config_items', { name: 'new', type: 'Pod', config_class: 'Pod' }),
    write('PATCH', `/api/db/config_items?id=eq.${shop}`, { name: 'changed' }, { Prefer: 'return=representation' }),
    write('DELETE', `/api/db/config_items?id=eq.${pay}`, {}),
    write('POST', '/api/db/rpc/drop_config_items', { ids: [edge] }),
  ])
  return answers.map(({ status }) => status)
}

test('refuses writes of limited callers, whatever they are granted', async () => {
  expect(await changing()).toEqual([403, 403, 403, 403])
  await list(shops)
  await list({ object: 'catalog', action: '*' })
  expect(await changing()).toEqual([403, 403, 403, 403])
  await turn('false')
  expect(await changing()).toEqual([201, 200, 204, 204])
})

test('classifies every table as limited, open or closed', async () => {
  const tables = await db.query<{ name: string; is: string }>(sql`
    select relname as name, case
        when not has_table_privilege('console_guest', oid, 'select') then 'closed'
        when relrowsecurity and exists (select from pg_policy where polrelid = pg_class.oid and polname = 'row_access') then 'limited'
        else 'open'
      end as is
    from pg_class where relnamespace = 'public'::regnamespace and relkind not in ('v', 'i', 'S', 'c') order by relname`)
  const which = (is: string) => tables.filter((one) => one.is === is).map(({ name }) => name)
  expect(which('open')).toEqual(
    words('agents incident_rules people playbooks saved_query severities team_members teams')
  )
  expect(which('closed')).toEqual(
    words(`access_tokens casbin_rule config_scrapers connections event_queue integrations invites logging_backends
      notification_group_resources notification_groups notification_send_history notification_silences notifications
      permission_groups permissions plugins properties scopes`)
  )
})

test('runs every view with the rights of the caller, unless it shows no items', async () => {
  const asOwner = await db.query<{ name: string }>(sql`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'v'
      and not coalesce(reloptions @> array['security_invoker=true'], false) order by relname`)
  expect(asOwner.map(({ name }) => name)).toEqual(words('connections_list identities people_roles'))
})

test('restores the caller rights of a recreated view at the next start', async () => {
  await db.script('create or replace view config_names as select id, type, external_id, name from config_items')
  await grantReaderRole(db)
  expect(await namesIn('config_names')).toEqual([])
})

const words = (text: string) => text.trim().split(/\s+/)

test('fails with a message when the database lacks the role', async () => {
  await db.script('alter role console_guest rename to console_guest_elsewhere')
  const { status, body } = await ask('config_items')
  expect([status, body.error]).toEqual([503, expect.stringContaining('console_guest')])
  await be(viewer)
  expect((await ask('people')).status).toBe(200)
  await db.script('alter role console_guest_elsewhere rename to console_guest')
})
