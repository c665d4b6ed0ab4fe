import { beforeAll, describe, expect, test } from 'vitest'
import { accountRoutes } from '../../server/identity/accounts/account-routes'
import { readCaller } from '../../server/identity/access/people'
import { sql } from '../../server/data/db/sql'
import { loadSample } from '../../server/sample/load'
import { findDifferences } from '../contract/compare'
import { absentAnswers, absentRelations, differencesOf, emptyRelations } from '../contract/known-differences'
import { measuredAnswer, measuredAnswers, measuredRelations, measuredRow } from '../contract/measured'
import { consoleApp } from '../helpers/console-app'
import { testDatabase } from '../helpers/database'
import { Browser, createTestAccount, testService } from '../helpers/identity'
import { listen } from '../helpers/listen'

// Relations, functions and services of the embedded backend with the sample, compared with the measured answers.

const db = await testDatabase()
await db.transaction(loadSample)
const service = await testService(db)
const { as, send, write } = await consoleApp(db, { engines: [{ name: 'accounts', routes: accountRoutes(service) }] })
const { id: admin, email } = await createTestAccount(service)
const { id: other } = await createTestAccount(service)
await db.run(sql`insert into casbin_rule (ptype, v0, v1) values ('g', ${admin}, 'admin')`)
const browser = new Browser(service)

beforeAll(async () => as(await readCaller(db, admin)))

const get = (path: string) => send(`/api${path}`)
const post = (path: string, body: unknown = {}) => write('POST', `/api${path}`, body)

/** The id of a row of the sample. */
async function idOf(relation: string, condition = ''): Promise<string> {
  const [row] = (await (await get(`/db/${relation}?select=id&limit=1${condition}`)).json()) as { id: string }[]
  if (!row) throw new Error(`The sample has no such row in ${relation}: ${condition}`)
  return row.id
}

const check = () => idOf('checks', '&deleted_at=is.null&type=eq.http')
const config = () => idOf('configs', '&type=eq.Kubernetes::Deployment&deleted_at=is.null')
const component = () => idOf('components', '&deleted_at=is.null')
const playbook = () => idOf('playbooks', '&deleted_at=is.null&name=eq.restart-deployment')

const representation = { Prefer: 'return=representation' }

async function created(relation: string, row: object): Promise<string> {
  const [made] = (await bodyOf(
    await write('POST', `/api/db/${relation}`, { source: 'UI', ...row }, representation)
  )) as { id: string }[]
  return made?.id ?? ''
}

/** The address of a service that answers every request, until the test is done. */
const target = async () => (await listen((_request, response) => void response.end('{}'))).url.href

/** A run that waits for the approval of the caller. */
async function waitingRun(): Promise<string> {
  const [name, item] = [`approved-${Math.random()}`, await config()]
  const approval = { type: 'all', approvers: { people: [email, 'somebody.else@shop.example'] } }
  const spec = { approval, configs: [{ types: ['*'] }], actions: [{ name: 'wait', exec: { script: 'true' } }] }
  const id = await created('playbooks', { name, title: name, spec })
  return ((await bodyOf(await post('/playbook/run', { id, config_id: item }))) as { run_id: string }).run_id
}

const flow = (kind: string) => browser.send(`/self-service/${kind}/browser`)
const flowAgain = async (kind: string) =>
  browser.send(`/self-service/${kind}/flows?id=${((await (await flow(kind)).json()) as { id: string }).id}`)
/** A flow that only signed-out users can begin. */
const signedOut = () => new Browser(service)
const flowAnew = (kind: string) => signedOut().send(`/self-service/${kind}/browser`)
async function flowAnewAgain(kind: string) {
  const guest = signedOut()
  const { id } = await guest.begin(kind)
  return guest.send(`/self-service/${kind}/flows?id=${id}`)
}

/** How each function and service is asked, in an order in which every call succeeds. */
const calls: Readonly<Record<string, () => Response | Promise<Response>>> = {
  'GET /canary/about': () => get('/canary/about'),
  'GET /canary/api/graph': async () => get(`/canary/api/graph?check=${await check()}&start=600m&count=20`),
  'GET /canary/api/summary': () => get('/canary/api/summary'),
  'GET /canary/api/topology': () => get('/canary/api/topology'),
  'POST /canary/run/check/{id}': async () => {
    const id = await check()
    await db.run(
      sql`update checks set spec = jsonb_build_object('name', name, 'url', ${await target()}::text) where id = ${id}`
    )
    return post(`/canary/run/check/${id}`)
  },
  'POST /canary/run/topology/{id}': async () => {
    const spec = { components: [{ name: 'Leeds', type: 'Site' }] }
    return post(`/canary/run/topology/${await created('topologies', { name: 'sites', namespace: 'default', spec })}`)
  },

  'GET /db/rpc/related_configs_recursive': async () =>
    get(`/db/rpc/related_configs_recursive?config_id=${await config()}&type_filter=all`),
  'GET /db/rpc/config_relationships_recursive': async () =>
    get(`/db/rpc/config_relationships_recursive?config_id=${await config()}&type_filter=all&outgoing_relation=both`),
  'GET /db/rpc/related_changes_recursive': async () =>
    get(`/db/rpc/related_changes_recursive?lookup_id=${await config()}&type_filter=all`),
  'GET /db/rpc/lookup_component_children': async () =>
    get(`/db/rpc/lookup_component_children?id=${await component()}&max_depth=3`),
  'GET /db/rpc/lookup_config_children': async () =>
    get(`/db/rpc/lookup_config_children?id=${await config()}&max_depth=3`),
  'POST /catalog/changes': () => post('/catalog/changes', { page_size: 100 }),
  'POST /catalog/summary': () => post('/catalog/summary', { groupBy: ['type'], changes: { since: '7d' }, cost: '30d' }),
  'POST /resources/search': () =>
    post('/resources/search', {
      checks: [{ agent: 'all' }],
      configs: [{ agent: 'all' }],
      components: [{ agent: 'all' }],
    }),

  'GET /db/rpc/get_playbook_run_actions': async () =>
    get(`/db/rpc/get_playbook_run_actions?run_id=${await idOf('playbook_runs', '&status=eq.completed')}`),
  'GET /playbook/list': async () => get(`/playbook/list?config_id=${await config()}`),
  'POST /playbook/{id}/params': async () => post(`/playbook/${await playbook()}/params`, { config_id: await config() }),
  'POST /playbook/run': async () =>
    post('/playbook/run', { id: await playbook(), config_id: await config(), params: { reason: 'a test' } }),
  'POST /playbook/run/approve/{id}': async () => post(`/playbook/run/approve/${await waitingRun()}`),
  'POST /playbook/run/cancel/{id}': async () => post(`/playbook/run/cancel/${await waitingRun()}`),
  'GET /notification/events': () => get('/notification/events'),
  'GET /notification/send_history/{id}': async () => {
    const [message] = await db.query<{ id: string }>(sql`
      select id::text from notification_send_history where status = 'sent' and source_event = 'check.failed' order by id`)
    return get(`/notification/send_history/${message?.id}`)
  },
  'POST /notification/silence': async () =>
    post('/notification/silence', {
      name: 'quiet',
      check_id: await check(),
      from: '2026-05-01T00:00:00Z',
      until: null,
    }),

  'GET /db/rpc/config_access_filter_options': () => get('/db/rpc/config_access_filter_options'),
  'GET /db/rpc/config_analysis_filter_options': () => get('/db/rpc/config_analysis_filter_options'),
  'POST /notification/summary': () => post('/notification/summary', { pageSize: 20 }),
  'GET /properties': () => get('/properties'),
  'GET /auth/whoami': () => get('/auth/whoami'),
  'POST /connection/test/{id}': async () => {
    const id = await idOf('connections', '&type=eq.http')
    await db.run(sql`update connections set url = ${await target()} where id = ${id}`)
    return post(`/connection/test/${id}`)
  },
  'POST /agent/generate': () => post('/agent/generate', { name: 'edge-new' }),
  'POST /agent/token': () => post('/agent/token', { agentName: 'edge-new' }),
  'POST /auth/invite_user': () =>
    post('/auth/invite_user', { firstName: 'Grace', lastName: 'Hopper', email: 'grace@shop.example', role: 'viewer' }),
  'POST /rbac/{id}/update_role': () => post(`/rbac/${other}/update_role`, { roles: ['viewer'] }),
  'POST /rbac/subject-access-reviews': async () =>
    post('/rbac/subject-access-reviews', {
      resource: { playbook: await playbook() },
      action: 'playbook:run',
      subjects: [admin, 'viewer'],
    }),
  'POST /rbac/subject-access-search': () =>
    post('/rbac/subject-access-search', { subject: admin, action: 'playbook:run' }),
  'POST /people/update': () =>
    post('/people/update', { id: other, firstName: 'Bo', lastName: 'Li', email: 'bo.li@shop.example', active: true }),
  'POST /auth/{id}/update_state': () => post(`/auth/${other}/update_state`, { id: other, state: 'inactive' }),
  'DELETE /people/{id}': () => send(`/api/people/${other}`, { method: 'DELETE' }),

  'POST /.ory/self-service/login': () => browser.signIn(email),
  'GET /.ory/self-service/login/browser': () => flowAnew('login'),
  'GET /.ory/self-service/login/flows': () => flowAnewAgain('login'),
  'GET /.ory/self-service/recovery/browser': () => flowAnew('recovery'),
  'GET /.ory/self-service/recovery/flows': () => flowAnewAgain('recovery'),
  'GET /.ory/self-service/verification/browser': () => flow('verification'),
  'GET /.ory/self-service/verification/flows': () => flowAgain('verification'),
  'GET /.ory/self-service/settings/browser': () => flow('settings'),
  'GET /.ory/self-service/settings/flows': () => flowAgain('settings'),
  'GET /.ory/self-service/errors': () => browser.send('/self-service/errors?id=stub:500'),
  'GET /.ory/sessions/whoami': () => browser.whoami(),
  'GET /.ory/sessions': async () => {
    await signedOut().signIn(email)
    return browser.send('/sessions')
  },
  'DELETE /.ory/sessions/{id}': async () => {
    const [session] = (await (await browser.send('/sessions')).json()) as { id: string }[]
    return browser.send(`/sessions/${session?.id}`, { method: 'DELETE' })
  },
  'DELETE /.ory/sessions': () => browser.send('/sessions', { method: 'DELETE' }),
  'GET /.ory/self-service/logout/browser': () => browser.send('/self-service/logout/browser'),
  'GET /.ory/self-service/logout': async () => {
    const { logout_token: token } = (await (await browser.send('/self-service/logout/browser')).json()) as Record<
      string,
      string
    >
    return browser.send(`/self-service/logout?token=${token}`)
  },
}

async function bodyOf(answer: Response): Promise<unknown> {
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${answer.status} ${text}`)
  return text === '' ? null : JSON.parse(text)
}

/** The topology nests components without end. The levels need no difference of their own. */
const atAnyLevel = (difference: string) => difference.replace(/^(?:components\[\]\.)+/, 'components[].')
const unique = (all: readonly string[]) => [...new Set(all)].toSorted()

describe('functions and services', () => {
  test.each(Object.entries(calls))('%s has the measured answer', async (name, ask) => {
    const found = findDifferences(measuredAnswer(name), await bodyOf(await ask()))
    expect(unique(found.map(atAnyLevel))).toEqual(differencesOf(name))
  })

  test('every measured answer is asked for, or the table says why it is not', () => {
    expect(measuredAnswers).toEqual([...Object.keys(calls), ...Object.keys(absentAnswers)].toSorted())
  })
})

// The rows that the calls above create are compared, too.
describe('relations', () => {
  test.each(measuredRelations.filter((name) => !(name in absentRelations)))(
    '%s has the measured rows',
    async (name) => {
      const answer = await get(`/db/${name}?select=*&limit=2000`)
      const rows = (await bodyOf(answer)) as unknown[]
      expect(rows.length > 0).toBe(!(name in emptyRelations))
      expect(findDifferences({ is: 'list', of: measuredRow(name) }, rows)).toEqual(differencesOf(name))
    }
  )

  test.each(Object.keys(absentRelations))('%s is not offered', async (name) => {
    expect((await get(`/db/${name}?limit=1`)).status).not.toBe(200)
  })
})
