import { lookup, Resolver } from 'node:dns/promises'
import { isIP } from 'node:net'
import { z } from 'zod'
import { resolveAddress } from '../../platform/outside/connect'
import { formatHostPort } from '../../platform/outside/host'
import { traceStep } from '../../platform/outside/redaction'
import { type CheckFinding, evaluateRules, createRule, applyThreshold } from '../outcome'
import { defineChecker } from './checker'
import { hostField, optionalNumberField, thresholdField, timeoutField } from './fields'

const queryTypes = ['A', 'AAAA', 'CNAME', 'MX', 'TXT', 'NS', 'PTR', 'SRV', 'SOA'] as const

const spec = z.object({
  /** The name server; the machine's own resolvers when absent. */
  server: hostField.optional(),
  port: optionalNumberField(z.int().min(0).max(65_535), 53),
  query: z.string().trim().min(1),
  querytype: z
    .string()
    .transform((type) => type.toUpperCase())
    .pipe(z.enum(queryTypes))
    .default('A'),
  /** The exact set of expected records, in any order. */
  exactreply: z.array(z.string()).default([]),
  minrecords: z.int().min(0).default(1),
  thresholdMillis: thresholdField,
  timeout: timeoutField,
})
type Spec = z.infer<typeof spec>

/** Queries a name server. */
export default defineChecker<Spec>({
  parse: (value) => spec.parse(value),
  timeoutMs: (config) => config.timeout,
  run: async (config, signal) => {
    const { server, port } = config
    // The run's own time-out cancels; the resolver must not give up before it.
    const resolver = new Resolver({ timeout: 60_000, tries: 1 })
    if (server !== undefined) {
      resolver.setServers([formatHostPort(await resolveAddress(server), port)])
    }
    signal.throwIfAborted()
    const cancel = () => resolver.cancel()
    signal.addEventListener('abort', cancel, { once: true })
    try {
      const startMs = performance.now()
      const records = await traceStep(() => (server === undefined ? localRecordsOf : recordsOf)(resolver, config), {
        asked: () => `${config.querytype} of ${config.query} from ${server ?? 'the resolver of this machine'}`,
        answered: (found) => found.join('\n') || 'No records',
      })
      return applyThreshold(evaluateRecords(config, records), performance.now() - startMs, config.thresholdMillis)
    } finally {
      signal.removeEventListener('abort', cancel)
    }
  },
})

const families: Partial<Record<Spec['querytype'], 4 | 6>> = { A: 4, AAAA: 6 }

/** Address records come from this machine's resolution, including its hosts file; other records are queried. */
async function localRecordsOf(resolver: Resolver, config: Spec): Promise<string[]> {
  const family = families[config.querytype]
  if (family === undefined) return recordsOf(resolver, config)
  return (await lookup(config.query, { all: true, family })).map(({ address }) => address)
}

/** Returns records as text, in the notation of `exactreply`. */
async function recordsOf(resolver: Resolver, { query, querytype }: Spec): Promise<string[]> {
  switch (querytype) {
    case 'A':
      return resolver.resolve4(query)
    case 'AAAA':
      return resolver.resolve6(query)
    case 'CNAME':
      return [await canonicalName(resolver, query)]
    case 'NS':
      return resolver.resolveNs(query)
    case 'PTR':
      return isIP(query) ? resolver.reverse(query) : resolver.resolvePtr(query)
    case 'TXT':
      return (await resolver.resolveTxt(query)).map((parts) => parts.join(''))
    case 'MX':
      return (await resolver.resolveMx(query)).map(({ exchange, priority }) => `${exchange} ${priority}`)
    case 'SRV':
      return (await resolver.resolveSrv(query)).map(
        ({ priority, weight, port, name }) => `${priority} ${weight} ${port} ${name}`
      )
    case 'SOA': {
      const { nsname, hostmaster, serial } = await resolver.resolveSoa(query)
      return [`${nsname} ${hostmaster} ${serial}`]
    }
  }
}

/** More aliases in a row than this are a loop. */
const MOST_ALIASES = 10

/** Follows aliases to the canonical name. A name that exists and is not an alias is returned as it is. */
async function canonicalName(resolver: Resolver, query: string): Promise<string> {
  let name = query
  for (let aliases = 0; aliases <= MOST_ALIASES; aliases++) {
    const [alias] = await resolver.resolveCname(name).catch(ignoring('ENODATA'))
    if (alias === undefined) {
      // A name without an address does not belong to a host.
      const addresses = await resolver.resolve4(name).catch(ignoring('ENODATA'))
      if (addresses.length === 0) await resolver.resolve6(name)
      return name
    }
    name = alias
  }
  throw new Error(`${query} has more than ${MOST_ALIASES} aliases in a row`)
}

/** Returns an empty list for an error with this code; rethrows any other error. */
const ignoring = (code: string) => (error: unknown) => {
  if (error instanceof Error && 'code' in error && error.code === code) return []
  throw error
}

/** Evaluates the records. Pure. */
function evaluateRecords({ exactreply, minrecords, querytype, query }: Spec, found: readonly string[]): CheckFinding {
  const count = `${found.length} ${querytype} ${found.length === 1 ? 'record' : 'records'}`
  const rules = [
    createRule(
      'minrecords',
      found.length < minrecords
        ? `${found.length} ${querytype} records for ${query}, expected at least ${minrecords}`
        : undefined,
      count
    ),
  ]
  if (exactreply.length > 0) {
    const answer = `${query} is ${found.join(', ')}`
    const isSame = comparable(exactreply) === comparable(found)
    rules.push(createRule('exactreply', isSame ? undefined : `${answer}, expected ${exactreply.join(', ')}`, answer))
  }
  return evaluateRules(rules, count, { records: found.toSorted() })
}

/** Names differ neither by case nor by the dot of the root. */
const comparable = (records: readonly string[]) =>
  records
    .map((record) =>
      record
        .trim()
        .toLowerCase()
        .replace(/\.(?=\s|$)/g, '')
    )
    .toSorted()
    .join('\n')
