import { Resolver } from 'node:dns/promises'
import { isIP } from 'node:net'
import { z } from 'zod'
import { addressOf } from '../../outside/connect'
import { failed, type Finding, passed, withinThreshold } from '../outcome'
import { checker } from './checker'
import { thresholdMillis, timeout } from './fields'

const queryTypes = ['A', 'AAAA', 'CNAME', 'MX', 'TXT', 'NS', 'PTR', 'SRV', 'SOA'] as const

const spec = z.object({
  /** Whom to ask; the machine's own resolvers when absent. */
  server: z.string().trim().min(1).optional(),
  port: z.int().min(1).max(65_535).default(53),
  query: z.string().trim().min(1),
  querytype: z
    .string()
    .transform((type) => type.toUpperCase())
    .pipe(z.enum(queryTypes))
    .default('A'),
  /** The records wanted, all and no others, in any order. */
  exactreply: z.array(z.string()).default([]),
  minrecords: z.int().min(0).default(1),
  thresholdMillis,
  timeout,
})
type Spec = z.infer<typeof spec>

/** Asks a name server. */
export const dns = checker<Spec>({
  parse: (value) => spec.parse(value),
  timeoutMs: (wanted) => wanted.timeout,
  run: async (wanted, signal) => {
    const { server, port } = wanted
    // The run's own time-out cancels; the resolver must not give up before it.
    const resolver = new Resolver({ timeout: 60_000, tries: 1 })
    if (server !== undefined) {
      const address = await addressOf(server.replace(/^\[(.*)\]$/, '$1'))
      resolver.setServers([isIP(address) === 6 ? `[${address}]:${port}` : `${address}:${port}`])
    }
    signal.throwIfAborted()
    const cancel = () => resolver.cancel()
    signal.addEventListener('abort', cancel, { once: true })
    try {
      const begun = performance.now()
      const records = await recordsOf(resolver, wanted)
      return withinThreshold(judge(wanted, records), performance.now() - begun, wanted.thresholdMillis)
    } finally {
      signal.removeEventListener('abort', cancel)
    }
  },
})

/** Records as text, in the form that `exactreply` is written in. */
async function recordsOf(resolver: Resolver, { query, querytype }: Spec): Promise<string[]> {
  switch (querytype) {
    case 'A':
      return resolver.resolve4(query)
    case 'AAAA':
      return resolver.resolve6(query)
    case 'CNAME':
      return resolver.resolveCname(query)
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

/** What the records mean. Pure. */
export function judge({ exactreply, minrecords, querytype, query }: Spec, found: readonly string[]): Finding {
  const details = { records: found.toSorted() }
  if (found.length < minrecords)
    return failed(`${found.length} ${querytype} records for ${query}, expected at least ${minrecords}`, details)
  if (exactreply.length > 0 && comparable(exactreply) !== comparable(found))
    return failed(`${query} is ${found.join(', ')}, expected ${exactreply.join(', ')}`, details)
  return passed(`${found.length} ${querytype} ${found.length === 1 ? 'record' : 'records'}`, details)
}

/** Case and the root's dot make no difference between names. */
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
