import { type Evaluate, evaluateFor } from '../platform/expression/evaluator'
import { createRecentAnswers } from '../platform/recent-answers'
import { HttpError } from '../http/errors'
import { withRights, type Route, defineRoute } from '../http/route'
import { formatError } from '../platform/outside/error-text'
import { buildTopologyResponse, toPublicResponse } from './response'
import { topologyQuerySchema } from './query'
import { rollUp } from './roll-up'
import { readStoredTopology } from './stored-topology'

/** Cards show the same to everyone who is signed out. They are refreshed less often than this. */
const PUBLIC_FRESH_MS = 5000
const MOST_PUBLIC = 500

/** The topology API beyond the relational one. */
export const topologyRoutes = (evaluate: Evaluate): readonly Route[] => {
  const publicAnswers = createRecentAnswers<object>({ freshMs: PUBLIC_FRESH_MS, most: MOST_PUBLIC })
  return [
    defineRoute('GET', '/api/canary/api/topology', withRights(['read', 'topology']), async (context) => {
      const { data: query, error } = topologyQuerySchema.safeParse(context.req.query())
      if (!query) throw new HttpError(400, formatError(error))
      const caller = context.get('caller')
      const answer = async (owner: string) => {
        const ids = query.id === undefined ? undefined : [query.id]
        const stored = await readStoredTopology(context.get('reader'), ids)
        const rolled = await rollUp(stored.components, stored.links, evaluateFor(evaluate, owner))
        return buildTopologyResponse(stored, rolled, query)
      }
      if (caller) return context.json(await answer(`person ${caller.id}`))
      // The public checks are those of the public health page.
      return context.json(
        await publicAnswers(JSON.stringify(query), async () => toPublicResponse(await answer('everyone signed out')))
      )
    }),
  ]
}
