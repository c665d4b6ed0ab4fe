import type { Context } from 'hono'
import type { z } from 'zod'
import { readBody } from '../http/body'
import { HttpError } from '../http/errors'
import { type Env, having, type Route, route } from '../http/route'
import { errorText } from '../outside/error-text'
import { changes, type ChangesRequest, changesRequest } from './changes'
import { search, searchRequest } from './search'
import { summary, summaryRequest } from './summary'

const readers = having(['read', 'catalog'])

/** The catalog API beyond the relational one. */
export function catalogRoutes(now: () => Date = () => new Date()): readonly Route[] {
  const answerChanges = async (context: Context<Env>, request: ChangesRequest) =>
    context.json(await changes(context.get('reader'), request, now()))

  return [
    route('POST', '/api/catalog/summary', readers, async (context) => {
      const request = await requestIn(context, summaryRequest)
      const rows = await summary(context.get('reader'), request, now())
      // Null, not an empty list, without rows.
      return context.json(rows.length > 0 ? rows : null)
    }),
    route('POST', '/api/catalog/changes', readers, async (context) =>
      answerChanges(context, await requestIn(context, changesRequest))
    ),
    // The older form of the same request.
    route('GET', '/api/catalog/changes', readers, (context) =>
      answerChanges(context, read(changesRequest.safeParse(context.req.query())))
    ),
    route('POST', '/api/resources/search', readers, async (context) =>
      context.json(await search(context.get('reader'), await requestIn(context, searchRequest), now()))
    ),
  ]
}

const requestIn = async <T>(context: Context<Env>, schema: z.ZodType<T>): Promise<T> =>
  read(await readBody(context, schema))

function read<T>(parsed: z.ZodSafeParseResult<T>): T {
  if (parsed.success) return parsed.data
  throw new HttpError(400, `bad request: ${errorText(parsed.error)}`)
}
