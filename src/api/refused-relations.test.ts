import { readdirSync, readFileSync } from 'node:fs'
import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { relatedEvents } from './health/related-events'
import { handoverQuery } from './incidents/handover'
import { incidentRules } from './incidents/incident-rules'
import { postMortem } from './incidents/post-mortem'
import { findAssignees } from './incidents/responders'
import { notificationRules } from './notifications/rules'
import { silencesWithFigures } from './notifications/silence-figures'
import { applicablePlaybooks } from './playbooks/applicable-playbooks'
import { eventQueue } from './settings/event-queue'
import { invitations } from './settings/invitations'
import { people } from './settings/people'
import { permissions } from './settings/permissions'
import { describeChanges } from './timeline/describe-changes'
import { readEvents, type TimelineEvent } from './timeline/events'
import { aroundThings, readInvolved, readSurroundings } from './timeline/resources'

// A user may read some tables of a page and not others. Each result that is put together from several tables must show
// the rest when one of them is refused.

const idOf = (n: number) => `5a0000ff-0000-4000-8000-${String(n).padStart(12, '0')}`
const [ID, OTHER] = [idOf(1), idOf(2)]
const NOW = '2026-11-23T12:00:00Z'
const row = { id: ID, name: 'shop', title: 'Shop', type: 'http', created_at: NOW }
const incident = { ...row, incident_id: 'INC-1', description: '', severity: 'High', status: 'open' }
const evidence = {
  id: OTHER,
  hypothesis_id: ID,
  type: 'check',
  description: '',
  evidence: null,
  created_at: NOW,
  checks: row,
}
const hypothesis = { ...row, type: 'root', status: 'possible', evidences: [evidence], comments: [] }

/** Answers of tables whose rows matter; other tables are empty. */
const answers: Readonly<Record<string, unknown>> = {
  '/api/db/incident_rules': [row],
  '/api/db/invites': [{ id: ID, email: 'a@shop.example', role: 'viewer', invited_at: NOW, invited_by: OTHER }],
  '/api/db/event_queue_summary': [{ name: 'check.failed', pending: 1, failed: 0 }],
  '/api/db/notifications': [{ ...row, events: ['check.failed'], person_id: OTHER, team_id: OTHER, playbook_id: ID }],
  '/api/db/notification_silences': [row],
  '/api/notification/_silence_figures': [],
  '/api/db/people': [row],
  '/api/db/permissions_summary': [{ ...row, action: 'read', subject_type: 'group', agents: [OTHER] }],
  '/api/db/teams': [row],
  '/api/db/checks': [{ ...row, configs: [{ config_id: ID }], components: [] }],
  '/api/db/components': [{ ...row, configs: [{ config_id: ID }] }],
  '/api/db/config_component_relationships': [{ config_id: ID }],
  '/api/db/rpc/related_configs_recursive': [{ ...row, related_ids: [] }],
  '/api/db/configs': [row],
  '/api/db/incidents': [{ ...incident, hypotheses: [hypothesis], responders: [] }],
  '/api/playbook/list': [row],
}

let requested: Set<string>
let refused: string | undefined

beforeEach(() => {
  requested = new Set()
  refused = undefined
  vi.stubGlobal('navigator', { onLine: true })
  vi.stubGlobal('fetch', async (input: string) => {
    const { pathname } = new URL(input, 'http://console.example')
    requested.add(pathname)
    if (pathname === refused) return new Response('not allowed', { status: 403 })
    const rows = (answers[pathname] ?? []) as unknown[]
    return Response.json(rows, { headers: { 'Content-Range': `0-${rows.length}/${rows.length}` } })
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
})

const client = () => new QueryClient({ defaultOptions: { queries: { retry: false } } })
const { signal } = new AbortController()
const check = { kind: 'check', id: ID, name: 'shop' } as const
const events = ['diff', 'Pulled'].map((type, at): TimelineEvent => ({
  is: 'change',
  id: idOf(10 + at),
  at: Date.parse(NOW),
  type,
  title: type,
  on: { kind: 'config', id: ID, name: 'shop', steps: 0 },
  origin: { change_type: type },
}))
const time = { from: Date.parse(NOW) - 3_600_000, to: Date.parse(NOW) }

type Result = {
  read(): Promise<unknown>
  /** Tables without which there is no result. */
  needs: readonly string[]
  /** Whether the result names missing parts. Optional details, such as descriptions, are not named. */
  saysSo: boolean
}

/** Reads a part again each time. */
const load: Parameters<typeof readEvents>[1]['keep'] = (_part, read) => read()

/** By the file in `src/api`. */
const results: Readonly<Record<string, Result>> = {
  'health/related-events.ts': {
    read: () => client().fetchQuery(relatedEvents(ID, { configs: [ID], components: [OTHER] }, 3_600_000)),
    needs: [],
    saysSo: true,
  },
  'incidents/handover.ts': {
    read: () => client().fetchQuery(handoverQuery({ from: time.from, to: time.to })),
    needs: [],
    saysSo: true,
  },
  'incidents/incident-rules.ts': {
    read: () => client().fetchQuery(incidentRules.list()),
    needs: ['/api/db/incident_rules'],
    saysSo: true,
  },
  'incidents/post-mortem.ts': {
    read: () => client().fetchQuery(postMortem(ID)),
    needs: ['/api/db/incidents'],
    saysSo: true,
  },
  'incidents/responders.ts': { read: () => findAssignees('sh'), needs: [], saysSo: false },
  'notifications/rules.ts': {
    read: () => client().fetchQuery(notificationRules.one(ID)),
    needs: ['/api/db/notifications'],
    saysSo: false,
  },
  'notifications/silence-figures.ts': {
    read: () => client().fetchQuery(silencesWithFigures()),
    needs: ['/api/db/notification_silences'],
    saysSo: true,
  },
  'playbooks/applicable-playbooks.ts': {
    read: () => client().fetchQuery(applicablePlaybooks(check)),
    needs: ['/api/playbook/list'],
    saysSo: false,
  },
  'settings/event-queue.ts': {
    read: () => client().fetchQuery(eventQueue.summary()),
    needs: ['/api/db/event_queue_summary'],
    saysSo: true,
  },
  'settings/invitations.ts': {
    read: () => client().fetchQuery(invitations.pending()),
    needs: ['/api/db/invites'],
    saysSo: true,
  },
  'settings/people.ts': {
    read: () => client().fetchQuery(people.list()),
    needs: ['/api/db/people'],
    saysSo: true,
  },
  'timeline/events.ts': {
    read: () => {
      const thing = { ...check, steps: 0 }
      return readEvents({ things: [thing], watched: [ID] }, { time, days: 1, keep: load, signal })
    },
    needs: [],
    saysSo: true,
  },
  'settings/permissions.ts': {
    read: () =>
      client().fetchQuery(permissions.page({ search: '', sort: undefined, filters: {} }, { index: 0, size: 50 })),
    needs: ['/api/db/permissions_summary'],
    saysSo: true,
  },
  'timeline/describe-changes.ts': {
    read: async () => {
      const missing: string[] = []
      return {
        events: await describeChanges(events, { ids: { config: [ID] }, client: undefined, signal }, missing),
        missing,
      }
    },
    needs: [],
    saysSo: true,
  },
  'timeline/resources.ts': {
    read: () =>
      Promise.all([
        readSurroundings({ ...check, isFailing: true, since: null, configs: [ID], components: [] }, signal),
        aroundThings([check, { kind: 'component', id: OTHER, name: 'x' }], signal),
        readInvolved([check, { kind: 'component', id: OTHER }], signal),
      ]),
    needs: [],
    saysSo: true,
  },
}

/** Files that send several requests at a time for another reason. */
const exceptions: Readonly<Record<string, string>> = {
  'account/sessions.ts': 'both requests are of the identity service, which answers all of them or none',
  'catalog/change-titles.ts': 'requests changes of the same table in parts',
  'catalog/relationships.ts': 'both functions read the same relationships, and the right to read them is the same',
  'client.ts': 'repeats queries, and each of them has its own state',
  'find-resources.ts': 'several selectors of the same search',
  'incidents/evidence-sources.ts': 'evidence can only be added to what the user can read',
  'incidents/incident-list.ts': 'several conditions on the same table',
  'incidents/incident-rows.ts': 'inserts rows, all of which must exist',
  'incidents/incident-search.ts': 'several searches in the same table',
  'playbooks/playbook-list.ts': 'several selectors of the same search',
  'settings/resource-permissions.ts': 'permissions without the resource would omit those that apply by a selector',
  'playbooks/run-list.ts': 'counts of the same table',
  'topology/topology.ts': 'several components of the same request',
  'triage/triage.ts': 'the queue names the sources that it could not read (triage.test.ts)',
}

test.each(Object.entries(results))('%s shows the rest if the backend refuses one of its tables', async (_file, one) => {
  const whole = JSON.stringify(await one.read())
  expect(whole).not.toContain('not allowed')
  const optional = [...requested].filter((path) => !one.needs.includes(path))
  const said: string[] = []
  for (const path of optional) {
    refused = path
    if (JSON.stringify(await one.read()).includes('not allowed')) said.push(path)
  }
  expect(optional).not.toEqual([])
  expect(said).toEqual(one.saysSo ? optional : [])
})

test('a result that needs a table fails without it', async () => {
  refused = '/api/db/incident_rules'
  await expect(client().fetchQuery(incidentRules.list())).rejects.toThrow('not allowed')
})

test('every file that sends several requests at a time is listed here', () => {
  const files = readdirSync('src/api', { recursive: true, encoding: 'utf8' }).filter(
    (file) =>
      file.endsWith('.ts') &&
      !file.endsWith('.test.ts') &&
      /Promise\.all(?:Settled)?\(|readParts?[(<]/.test(readFileSync(`src/api/${file}`, 'utf8'))
  )
  expect(files.toSorted()).toEqual([...Object.keys(results), ...Object.keys(exceptions), 'parts.ts'].toSorted())
})
