import type { Context } from 'hono'
import type { z } from 'zod'
import { readBody } from '../http/body'
import { HttpError } from '../http/errors'
import { type RouteEnv, withRights, type Route, defineRoute } from '../http/route'
import { formatError } from '../platform/outside/error-text'
import { listCatalogChanges, type ChangesRequest, changesRequestSchema } from './changes'
import { searchResources, searchRequestSchema } from './search'
import { summariseCatalog, summaryRequestSchema } from './summary'

const readers = withRights(['read', 'catalog'])

/** The catalog API beyond the relational one. */
export function catalogRoutes(now: () => Date = () => new Date()): readonly Route[] {
  const answerChanges = async (context: Context<RouteEnv>, request: ChangesRequest) =>
    context.json(await listCatalogChanges(context.get('reader'), request, now()))

  return [
    defineRoute('POST', '/api/catalog/summary', readers, async (context) => {
      const request = await requestIn(context, summaryRequestSchema)
      const rows = await summariseCatalog(context.get('reader'), request, now())
      // Null, not an empty list, without rows.
      return context.json(rows.length > 0 ? rows : null)
    }),
    defineRoute('POST', '/api/catalog/changes', readers, async (context) =>
      answerChanges(context, await requestIn(context, changesRequestSchema))
    ),
    // The older form of the same request.
    defineRoute('GET', '/api/catalog/changes', readers, (context) =>
      answerChanges(context, read(changesRequestSchema.safeParse(context.req.query())))
    ),
    defineRoute('POST', '/api/resources/search', readers, async (context) =>
      context.json(await searchResources(context.get('reader'), await requestIn(context, searchRequestSchema), now()))
    ),
  ]
}

const requestIn = async <T>(context: Context<RouteEnv>, schema: z.ZodType<T>): Promise<T> =>
  read(await readBody(context, schema))

function read<T>(parsed: z.ZodSafeParseResult<T>): T {
  if (parsed.success) return parsed.data
  throw new HttpError(400, `bad request: ${formatError(parsed.error)}`)
}
