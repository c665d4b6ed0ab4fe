import { isAbsolute } from 'node:path'
import { z } from 'zod'
import { parseDuration } from '@/shared/duration'
import { insightTypes } from '@/shared/catalog/insight-types'
import { catalogSeverities } from '@/shared/severity'
import { plainValue, secretValue, strictHeaderField } from '../../platform/outside/value-fields'
import { parseJsonPath } from '../../platform/selection/json-path'
import { formatError, describeSpecErrors } from '../../platform/outside/error-text'

/** The spec of a scraper is invalid. The message is a sentence with the problem. */
export class ScraperError extends Error {
  override readonly name = 'ScraperError'
}

const path = z.string().transform((text, context) => {
  try {
    return parseJsonPath(text)
  } catch (error) {
    context.addIssue({ code: 'custom', message: formatError(error) })
    return z.NEVER
  }
})

/** A literal text, or a path (`$.kind`) to a text in the item. */
const textOrPath = z.union([
  z
    .string()
    .startsWith('$')
    .pipe(path)
    .transform((steps) => ({ steps })),
  z
    .string()
    .min(1)
    .max(200)
    .transform((text) => ({ text })),
])
export type TextOrPath = z.infer<typeof textOrPath>

const age = z.string().transform((text, context) => {
  const ms = parseDuration(text)
  if (ms !== undefined && ms > 0) return ms
  context.addIssue({ code: 'custom', message: `"${text.slice(0, 50)}" is not a duration such as 24h` })
  return z.NEVER
})

const lookup = z.strictObject({ value: z.string().optional(), label: z.string().optional() })

/**
 * The value that the selector of a relationship requires of the other item: a text, or the value of the item's own
 * label.
 */
export type RelationshipLookup = z.infer<typeof lookup>

const insight = z.strictObject({
  /** The name of the finding. An item has at most one insight per analyzer. */
  analyzer: z.string().trim().min(1).max(200),
  type: z.enum(insightTypes),
  severity: z.enum(catalogSeverities).default('info'),
  /** The types of items the rule applies to; empty means all. */
  types: z.array(z.string()).default([]),
  /** The condition, an expression: items for which it is true have the insight. */
  when: z.string().trim().min(1),
  /** For users, as lines of text, with paths filled in: `$(.config.ink)`. */
  message: z.string().trim().min(1).max(10_000),
})

/** A condition that creates insights about items. */
export type InsightRule = z.infer<typeof insight>

const transform = z.strictObject({
  /** Members that are removed before items are compared or stored. */
  exclude: z
    .array(z.strictObject({ types: z.array(z.string()).default([]), jsonpath: path }))
    .max(100)
    .default([]),
  relationship: z
    .array(
      z
        .strictObject({ type: lookup.optional(), name: lookup.optional(), namespace: lookup.optional() })
        .refine((selector) => Object.keys(selector).length > 0, 'selects nothing')
    )
    .max(100)
    .default([]),
  insights: z.array(insight).max(50).default([]),
})

/** The members that every kind of source has. */
const mapping = {
  id: path,
  type: textOrPath,
  class: textOrPath.optional(),
  name: path.optional(),
  description: path.optional(),
  status: path.optional(),
  health: path.optional(),
  /** The path of the items in a document; without it, the document is one item. */
  items: path.optional(),
  labels: z.record(z.string(), z.string()).default({}),
  tags: z.record(z.string(), textOrPath).default({}),
  transform: transform.default({ exclude: [], relationship: [], insights: [] }),
}

const file = z.strictObject({
  ...mapping,
  paths: z
    .array(z.string().refine((text) => isAbsolute(text), 'must be an absolute path on this machine'))
    .min(1)
    .max(100),
})

const http = z.strictObject({
  ...mapping,
  url: z.url({ protocol: /^https?$/, error: 'must begin with http:// or https:// and name a host' }),
  method: z.enum(['GET', 'POST']).default('GET'),
  headers: z.array(strictHeaderField).max(100).default([]),
  body: plainValue.optional(),
  username: plainValue.optional(),
  password: secretValue.optional(),
})

const sql = z.strictObject({
  ...mapping,
  /** The name of a stored connection, or an address: `postgres://…`, `mysql://…`, `sqlserver://…`. */
  connection: z.string().trim().min(1),
  query: z.string().trim().min(1),
})

const spec = z.strictObject({
  schedule: z.string().optional(),
  retention: z.strictObject({ staleItemAge: age.optional() }).default({}),
  file: z.array(file).max(100).default([]),
  http: z.array(http).max(100).default([]),
  sql: z.array(sql).max(100).default([]),
})
export type ScraperSpec = z.infer<typeof spec>
export type FileSource = ScraperSpec['file'][number]
export type HttpSource = ScraperSpec['http'][number]
export type SqlSource = ScraperSpec['sql'][number]
export type SourceMapping = FileSource | HttpSource | SqlSource

/** All sources of a scraper. */
export const listSources = ({ file: files, http: services, sql: queries }: ScraperSpec): SourceMapping[] => [
  ...files,
  ...services,
  ...queries,
]

/** The types, classes, labels, tags and relationships of items as their author wrote them, which are not secret. */
export const authoredTexts = (scraper: ScraperSpec): ReadonlySet<string> =>
  new Set(
    listSources(scraper).flatMap(({ type, class: configClass, labels, tags, transform: { relationship } }) => [
      ...[type, configClass, ...Object.values(tags)].flatMap((from) => (from && 'text' in from ? [from.text] : [])),
      ...('text' in type ? [classOf(type.text)] : []),
      ...Object.values(labels),
      ...relationship.flatMap((selector) => Object.values(selector).flatMap((required) => required?.value ?? [])),
    ])
  )

/** The class of an item without another one. */
export const classOf = (type: string): string => type.split('::').at(-1) || type

/** The protocol's kinds of sources that require a cluster, a cloud or a program. */
const elsewhere = new Set(
  `aws azure azureDevops clickhouse gcp githubActions kubernetes kubernetesFile slack terraform trivy`.split(' ')
)

/** The kinds of sources that this backend supports. */
export const supportedSources = ['file', 'http', 'sql'] as const

/** Whether this backend runs a scraper; one with other kinds of sources is left to an installation that can. */
export const isSupportedScraper = (written: unknown): boolean =>
  typeof written === 'object' && written !== null && supportedSources.some((kind) => kind in written)

/**
 * Parses the spec of a scraper. Unsupported members are refused by name: without them, items would differ from their
 * source.
 * @throws {ScraperError}
 */
export function parseScraperSpec(written: unknown): ScraperSpec {
  const { data, error } = spec.safeParse(written)
  if (data) return data
  throw new ScraperError(
    describeSpecErrors(error, (names) =>
      names.every((name) => elsewhere.has(name))
        ? `${names.join(', ')} needs a Mission Control backend`
        : `${names.join(', ')} is not supported by the embedded backend`
    )
  )
}
