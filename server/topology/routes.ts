import type { Evaluate } from '../expression/evaluator'
import { allows } from '../../src/lib/policy'
import { HttpError } from '../http/errors'
import { having, type Route, route } from '../http/route'
import { errorText } from '../outside/error-text'
import { answerOf, publicPart } from './answer'
import { topologyQuery } from './query'
import { rollUp } from './roll-up'
import { readStored } from './stored'

/** The topology API beyond the relational one. */
export const topologyRoutes = (evaluate: Evaluate): readonly Route[] => [
  route('GET', '/api/canary/api/topology', having(['read', 'topology']), async (context) => {
    const { data: query, error } = topologyQuery.safeParse(context.req.query())
    if (!query) throw new HttpError(400, errorText(error))
    const isSignedIn = context.get('caller') !== undefined
    // The public checks are those of the public health page.
    const isNaming = !isSignedIn || allows(context.get('rules'), 'canaries', 'read')
    const stored = await readStored(context.get('reader'), query.id === undefined ? undefined : [query.id], isNaming)
    const answer = answerOf(stored, await rollUp(stored.components, stored.links, evaluate), query)
    return context.json(isSignedIn ? answer : publicPart(answer))
  }),
]
