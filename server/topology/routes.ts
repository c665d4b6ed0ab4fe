import type { Evaluate } from '../platform/expression/evaluator'
import { allows } from '../../src/shared/access/policy'
import { HttpError } from '../http/errors'
import { withRights, type Route, defineRoute } from '../http/route'
import { formatError } from '../platform/outside/error-text'
import { buildTopologyResponse, toPublicResponse } from './response'
import { topologyQuerySchema } from './query'
import { rollUp } from './roll-up'
import { readStoredTopology } from './stored-topology'

/** The topology API beyond the relational one. */
export const topologyRoutes = (evaluate: Evaluate): readonly Route[] => [
  defineRoute('GET', '/api/canary/api/topology', withRights(['read', 'topology']), async (context) => {
    const { data: query, error } = topologyQuerySchema.safeParse(context.req.query())
    if (!query) throw new HttpError(400, formatError(error))
    const isSignedIn = context.get('caller') !== undefined
    // The public checks are those of the public health page.
    const isNaming = !isSignedIn || allows(context.get('rules'), 'canaries', 'read')
    const stored = await readStoredTopology(
      context.get('reader'),
      query.id === undefined ? undefined : [query.id],
      isNaming
    )
    const answer = buildTopologyResponse(stored, await rollUp(stored.components, stored.links, evaluate), query)
    return context.json(isSignedIn ? answer : toPublicResponse(answer))
  }),
]
