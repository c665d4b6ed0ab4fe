import type { Logger } from 'pino'
import { z } from 'zod'
import { charts } from '../../src/shared/settings/charts'
import { parseDocuments } from '../platform/documents/parse-documents'
import { sendRequest } from '../platform/outside/http-request'
import { HttpError } from './errors'
import { type Callers, type Route, defineRoute } from './route'

/** A chart's name and version for Helm, and the schema of its values, if it has one. */
type ChartDefinition = {
  name: string
  version: string | undefined
  schema: Record<string, unknown> | undefined
}

const definition = z.object({ name: z.string().min(1).max(200), version: z.string().max(100).optional() })
const schema = z.record(z.string(), z.unknown())

const LONGEST_MS = 10_000
/** Characters of the description of a chart, which usually has some 1,000. */
const LONGEST_CHART = 16_384
/** Definitions are refetched after an hour, failures after a minute. */
const FOUND_MS = 3_600_000
const FAILED_MS = 60_000

type Options = {
  /** The base URL of the chart folders; undefined disables fetching. */
  base: URL | undefined
  log: Logger
  now?: () => number
}

/** Routes for the definitions of the offered charts, fetched from the registry. */
export function chartRoutes({ base, log, now = Date.now }: Options, callers: Callers): readonly Route[] {
  if (!base) return []
  const kept = new Map<string, { until: number; found: Promise<ChartDefinition> }>()
  const definitionOf = (id: string) => {
    const known = kept.get(id)
    if (known && known.until > now()) return known.found
    const found = fetchDefinition(base, id)
    const entry = { until: now() + FOUND_MS, found }
    kept.set(id, entry)
    found.catch((error: unknown) => {
      entry.until = now() + FAILED_MS
      log.warn({ err: error, chart: id }, 'the definition of a chart cannot be fetched')
    })
    return found
  }
  return [
    defineRoute(
      'GET',
      '/api/_charts/:id',
      callers,
      async (context) => {
        const id = context.req.param('id')
        if (!charts.some((one) => one.id === id)) throw new HttpError(404, 'Chart not found')
        const found = await definitionOf(id).catch(() => {
          throw new HttpError(502, `The definition of the chart cannot be fetched from ${base.origin}`)
        })
        return context.json(found)
      },
      { waitsFor: 'others' }
    ),
  ]
}

async function fetchDefinition(base: URL, id: string): Promise<ChartDefinition> {
  const signal = AbortSignal.timeout(LONGEST_MS)
  const [chart, values] = await Promise.all([
    textAt(base, `${id}/Chart.yaml`, signal),
    // Not every chart describes its values.
    textAt(base, `${id}/values.schema.json`, signal).catch(() => undefined),
  ])
  if (chart.length > LONGEST_CHART) throw new Error(`${id}/Chart.yaml is too long`)
  const { name, version } = definition.parse(parseDocuments(chart)[0])
  return { name, version, schema: values === undefined ? undefined : schemaIn(values) }
}

function schemaIn(text: string): ChartDefinition['schema'] {
  try {
    return schema.parse(JSON.parse(text))
  } catch {
    return undefined
  }
}

async function textAt(base: URL, path: string, signal: AbortSignal): Promise<string> {
  const url = new URL(path, base.href.replace(/\/*$/, '/'))
  const request = { method: 'GET', url, headers: { Accept: '*/*' }, body: undefined, tls: { rejectUnauthorized: true } }
  const { status, body, isTooLong, unread } = await sendRequest(request, signal)
  if (status !== 200) throw new Error(`${path}: response code ${status}`)
  if (isTooLong) throw new Error(`${path} is too long`)
  if (unread !== undefined) throw new Error(`${path} cannot be read: ${unread}`)
  return body
}
