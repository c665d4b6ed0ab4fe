import type { Db } from '../../server/data/db/db'
import { sql, toJsonText } from '../../server/data/db/sql'
import type { Random } from '@/shared/random'
import { id } from './organisation'

/** A resource of the catalog, with the event of its present health. */
type RandomResource = { kind: 'check' | 'config' | 'component'; id: string; event: string }

const names = ['api', 'cart', 'checkout', 'api-2', 'búho', 'a,b', '*']
const types = ['Kubernetes::Pod', 'Kubernetes::Node', 'AWS::EC2', 'http', 'dns']
const namespaces = ['shop', 'depot', 'kube-system']
const healths = ['healthy', 'unhealthy', 'warning', 'unknown']
const keys = ['app', 'tier', 'team']
const values = ['api', 'cart', 'gold', 'x']

const labels = (random: Random) =>
  Object.fromEntries(keys.flatMap((key) => (random.chance(0.5) ? [[key, random.pick(values)]] : [])))

const CONFIGS = 8
const COMPONENTS = 4
const CHECKS = 5

/** Adds a small catalog: config items and components in trees, and the checks of two canaries. */
export async function addRandomCatalog(db: Db, random: Random): Promise<RandomResource[]> {
  await db.script(`
    insert into people (id, name, email) values ('${id(1)}', 'Ada', 'ada@shop.example');
    insert into agents (id, name, created_by) values ('${id(91)}', 'edge', '${id(1)}');
    insert into config_scrapers (id, name, namespace, spec, source, created_by)
      values ('${id(4)}', 'files', 'default', '{}', 'UI', '${id(1)}');
    insert into topologies (id, name, namespace, created_by) values ('${id(30)}', 'shop', 'default', '${id(1)}');
    insert into canaries (id, name, namespace, spec, labels, created_by) values
      ('${id(40)}', 'web', 'shop', '{}', '{}', '${id(1)}'), ('${id(41)}', 'mail', 'depot', '{}', '{}', '${id(1)}')`)
  const found: RandomResource[] = []
  const agent = () => (random.chance(0.2) ? id(91) : null)
  const pathTo = (first: number, at: number) =>
    at > 0 && random.chance(0.6) ? [...Array(at).keys()].filter(() => random.chance(0.4)).map((n) => id(first + n)) : []
  for (let at = 0; at < CONFIGS; at++) {
    const [of, health] = [id(1000 + at), random.pick(healths)]
    await db.run(sql`
      insert into config_items (id, name, type, config_class, scraper_id, status, health, labels, tags, path, agent_id,
        properties)
      values (${of}, ${random.pick(names)}, ${random.pick(types)}, 'Pod', ${random.chance(0.5) ? id(4) : null},
        ${random.pick(['Running', 'Gone'])}, ${health}, ${toJsonText(labels(random))}::jsonb,
        ${toJsonText({ namespace: random.pick(namespaces) })}::jsonb, ${pathTo(1000, at).join('.')},
        coalesce(${agent()}::uuid, '00000000-0000-0000-0000-000000000000'),
        ${toJsonText([{ name: 'zone', text: random.pick(values) }])}::jsonb)`)
    found.push({ kind: 'config', id: of, event: `config.${health}` })
  }
  for (let at = 0; at < COMPONENTS; at++) {
    const [of, health] = [id(2000 + at), random.pick(healths)]
    await db.run(sql`
      insert into components (id, topology_id, name, external_id, status, health, type, labels, path)
      values (${of}, ${id(30)}, ${random.pick(names)}, ${of}, ${health}, ${health}, ${random.pick(types)},
        ${toJsonText(labels(random))}::jsonb, ${pathTo(2000, at).join('.')})`)
    found.push({ kind: 'component', id: of, event: `component.${health}` })
  }
  for (let at = 0; at < CHECKS; at++) {
    const [of, health] = [id(3000 + at), random.pick(['healthy', 'unhealthy'])]
    await db.run(sql`
      insert into checks (id, canary_id, type, name, labels, status)
      values (${of}, ${id(40 + random.below(2))}, ${random.pick(['http', 'dns'])}, ${`${random.pick(names)} ${at}`},
        ${toJsonText(labels(random))}::jsonb, ${health})`)
    found.push({ kind: 'check', id: of, event: health === 'healthy' ? 'check.passed' : 'check.failed' })
  }
  return found
}

type Scope = {
  config_id?: string
  component_id?: string
  check_id?: string
  canary_id?: string
  recursive: boolean
  filter?: string
  selectors?: readonly object[]
}

/** A silence that names a resource, or has a filter, selectors or both. */
export function randomScope(random: Random, resources: readonly RandomResource[]): Scope {
  const recursive = random.chance(0.5)
  const form = random.below(4)
  if (form === 0) {
    const { kind, id: of } = random.pick(resources)
    return random.chance(0.15) ? { canary_id: id(40), recursive } : { [`${kind}_id`]: of, recursive }
  }
  return {
    recursive,
    ...(form !== 2 && { filter: randomFilter(random, 2) }),
    ...(form !== 1 && {
      selectors: Array.from({ length: 1 + random.below(2) }, () => randomSelector(random, resources)),
    }),
  }
}

const list = (random: Random, from: readonly string[]) => {
  const item = random.pick(from).replaceAll(',', '')
  const written = random.pick([item, `${item.slice(0, 2)}*`, `*${item.slice(-2)}`, `!${item}`, '*'])
  return random.chance(0.3) ? `${written},${random.pick(from)}` : written
}

function randomSelector(random: Random, resources: readonly RandomResource[]): object {
  const all: Record<string, () => unknown> = {
    id: () => random.pick(resources).id,
    name: () => list(random, names),
    namespace: () => list(random, namespaces),
    types: () => [list(random, types)],
    statuses: () => [random.pick(['Running', ...healths])],
    health: () => list(random, healths),
    labelSelector: () =>
      random.pick([`app=${random.pick(values)}`, 'tier', '!team', `team in (x,${random.pick(values)})`, 'app!=api']),
    tagSelector: () => `namespace=${random.pick(namespaces)}`,
    fieldSelector: () => `zone=${random.pick(values)}`,
    scope: () => random.pick(['default/files', 'shop/web', id(30)]),
    agent: () => random.pick(['all', 'edge']),
    search: () => random.pick(['cart', 'type=Kubernetes::Pod', 'health=unhealthy labels.app=api']),
  }
  const members = Object.keys(all).filter(() => random.chance(0.2))
  const chosen = members.length > 0 ? members : [random.pick(Object.keys(all))]
  return Object.fromEntries(chosen.map((name) => [name, all[name]?.()]))
}

/** Filters that are valid for every kind of resource, some about members that a resource may lack. */
function randomFilter(random: Random, depth: number): string {
  const kind = random.pick(['check', 'config', 'component'])
  if (depth > 0 && random.chance(0.5)) {
    const [one, other] = [randomFilter(random, depth - 1), randomFilter(random, depth - 1)]
    return random.pick([`(${one} && ${other})`, `(${one} || ${other})`])
  }
  return random.pick([
    `${kind}.name == "${random.pick(names)}"`,
    `${kind}.name.startsWith("a")`,
    `${kind}.type == "${random.pick(types)}"`,
    `${kind}.labels.app == "${random.pick(values)}"`,
    `has(${kind}.name)`,
    `${kind === 'check' ? 'check.status' : `${kind}.health`} == "unhealthy"`,
    `event.name == "${kind}.${random.pick(healths)}"`,
    `config.tags.namespace == "${random.pick(namespaces)}"`,
    'canary.name == "web"',
    'agent.name == "edge"',
    'true',
    'false',
  ])
}

export const storeScope = (db: Db, scope: Scope) =>
  db.run(sql`
    insert into notification_silences (config_id, component_id, check_id, canary_id, recursive, filter, selectors)
    values (${scope.config_id ?? null}, ${scope.component_id ?? null}, ${scope.check_id ?? null},
      ${scope.canary_id ?? null}, ${scope.recursive}, ${scope.filter ?? null},
      ${scope.selectors ? toJsonText(scope.selectors) : null}::jsonb)`)
