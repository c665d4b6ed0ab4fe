import { expect, test } from 'vitest'
import { buildContext } from '@/commands/context'
import { allCommands } from '@/commands/every-command'
import { metricRanges, RANGE_CHOICE } from '@/lib/time/lists'
import { listedRangeName } from '@/lib/time/range-codec'
import type { PlaceData } from '@/commands/place'
import { findCommand } from '@/commands/registry'
import { createArgumentSearch } from '@/views/palette/argument-search'
import { findItems, ROWS_PER_PAGE } from '@/views/palette/item-search'
import { itemTitle } from '@/views/palette/item'
import { indexRows } from '@/views/palette/search-index'
import catalogSource, { toConfigItem } from '@/views/palette/sources/catalog.source'
import checksSource from '@/views/palette/sources/checks.source'
import commandsSource from '@/views/palette/sources/commands.source'
import incidentsSource from '@/views/palette/sources/incidents.source'
import playbooksSource from '@/views/palette/sources/playbooks.source'
import type { PaletteSource } from '@/views/palette/sources/source'
import { rankingCases } from './ranking-cases'

const named = (...labels: string[]) => labels.map((label) => ({ value: label.toLowerCase(), label }))

/** Commands of a form, an editor or a menu, which are not open. */
const elsewhere = /^(?:form|editor|widget)\./

/** The list of Health with its choices, as it is when the palette opens. */
const list: PlaceData = {
  scope: 'list',
  handlers: Object.fromEntries(
    allCommands.filter(({ id, run }) => !run && !elsewhere.test(id)).map(({ id }) => [id, () => undefined])
  ),
  choices: {
    sort: named('Name', 'Health', 'Uptime', 'Latency', 'Last run'),
    group: named('None', 'Namespace', 'Type'),
    filter: named('Status', 'Namespace'),
    [RANGE_CHOICE]: metricRanges.map((range) => ({ value: listedRangeName(range), label: range.display })),
  },
}
const environment = {
  path: '/health',
  roles: ['admin'],
  flags: new Set<string>(),
  deployment: { backend: 'gateway', signIn: 'kratos' },
  online: true,
  nameOf: () => undefined,
} as const
const onHealth = buildContext([list], environment)

const states = {
  unhealthy: 'payments-worker cart dns-internal backup-nightly',
  unknown: 'checkout-canary',
  healthy:
    'payments-api payments-db checkout homepage login ledger-reconcile billing-invoices redis-sessions kafka-lag-orders tls-expiry-shop search-index-age',
} as const

const checks = Object.entries(states).flatMap(([status, names]) =>
  names.split(' ').map((name) => ({
    id: name,
    name,
    status,
    type: 'http',
    namespace: 'prod',
    uptime: { passed: 1, failed: 0 },
    latency: {},
  }))
)

const playbooks = [
  ['Restart pods', 'restart-pods', 'Kubernetes'],
  ['Drain node', 'drain', 'Kubernetes'],
  ['Scale up', 'scale', 'Kubernetes'],
  ['Roll back to the version before', 'roll-back', 'GitOps'],
  ['Clear the cache', 'flush-redis', 'Databases'],
  ['Close the till', 'close-the-till', 'Diagnostics'],
  ['Ask it and keep the answer', 'ask-again', 'Diagnostics'],
].map(([title = '', name = '', category = '']) => ({
  id: name,
  title,
  name,
  category,
  description: '',
  kinds: ['check' as const],
}))

/** The catalog search of the server: items whose name or type contains the text. */
const configs = (text: string) =>
  [
    ['checkout', 'Kubernetes::Deployment', 'healthy'],
    ['checkout-config', 'Kubernetes::ConfigMap', null],
    ['checkout-worker', 'Kubernetes::Deployment', 'unhealthy'],
    ['ledger-api', 'Kubernetes::Deployment', 'healthy'],
    ['ledger-db', 'AWS::RDS::DBInstance', 'unhealthy'],
    ['harbour-1', 'Kubernetes::Node', 'healthy'],
  ].flatMap(([name = '', type, health], at) =>
    `${name} ${type}`.toLowerCase().includes(text)
      ? [toConfigItem({ id: `config ${at}`, name, type: type ?? '', health })]
      : []
  )

function searchAll(context = onHealth, sources: readonly PaletteSource[] = [catalogSource]) {
  const here = { commands: allCommands, find: findCommand, context, path: [], keys: [], modes: [] }
  const indexes = [
    indexRows(commandsSource, commandsSource.list(here), {}, 0),
    indexRows(checksSource, [...checksSource.index.items(checks)], {}, 0),
    indexRows(playbooksSource, [...playbooksSource.index.items(playbooks)], {}, 0),
  ]
  const taken = createArgumentSearch(allCommands, context, indexes, sources)
  const searchFor = (query: string) => {
    const wanted = taken.requestFor(query)
    const found = wanted ? [indexRows(catalogSource, configs(wanted.text), {}, 0)] : []
    const searches = [...indexes.map(({ search }) => search), taken.search(found)]
    return findItems(query, searches, ROWS_PER_PAGE).rows.map((row) => itemTitle(row).replace(/…$/, ''))
  }
  return { search: searchFor, wanted: taken.requestFor }
}

test('ranks the expected row first for queries of on-call engineers', () => {
  const { search } = searchAll()
  const wrong = rankingCases.flatMap(({ query, first }) => {
    const rows = search(query)
    const isRight = first.length === 0 ? rows.length === 0 : first.includes(rows[0] ?? '')
    return isRight ? [] : [`${query}: ${rows.slice(0, 3).join(' | ') || 'nothing'}`]
  })
  expect(rankingCases.length).toBeGreaterThan(130)
  expect(wrong).toEqual([])
})

test('does not use words that name another command as free text', () => {
  const incident = { kind: 'incident', id: '0194', label: 'Nobody can pay' } as const
  const { search } = searchAll(buildContext([{ scope: 'page', target: incident }], environment), [incidentsSource])
  expect(search('handover 8h')).toEqual(['Handover: Last 8 hours'])
  expect(search('add hypothesis The cause is the 2nd disk')[0]).toBe('Add hypothesis: The cause is the 2nd disk')
})

test('typing a query letter by letter gives the same rows as pasting it', () => {
  const { search } = searchAll()
  for (const { query } of rankingCases.filter((_query, n) => n % 6 === 0)) {
    for (let length = 1; length < query.length; length++) search(query.slice(0, length))
    expect([query, search(query)]).toEqual([query, searchAll().search(query)])
  }
})

test.each([
  ['relationships of checkout', 'checkout', 'Show the relationships of a config item'],
  ['show changes of the checkout worker', 'checkout worker', 'Show the changes of a config item'],
  ['config checkout', 'checkout', 'Go to config item'],
  ['playbook ledger', 'ledger', 'Run playbook'],
])('searches the server only for the words of the argument: %s', (query, text, title) => {
  expect(searchAll().wanted(query)).toMatchObject({ text, kinds: ['config'], step: { title, effect: { text } } })
})

test.each([
  'relationships',
  'config',
  'go to people',
  'copy link',
  'show keyboard shortcuts',
  'dark mode',
  'changes x',
  'xyzzy me',
])('sends no search for a command name, a single letter, or a query without a command: %s', (query) => {
  expect(searchAll().wanted(query)).toBeUndefined()
})
