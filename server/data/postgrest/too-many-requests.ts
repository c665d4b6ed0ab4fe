import { MOST_RUNNING, MOST_WAITING } from '../../http/request-queue'
import { QueryError, toErrorResponse } from './errors'

/** The response when too many requests of one person are waiting. */
export const tooManyRequestsResponse = (): Response =>
  toErrorResponse(
    new QueryError(
      '53300',
      `More than ${MOST_WAITING} of your requests are waiting`,
      429,
      null,
      `Send ${MOST_RUNNING} requests at a time, and the next ones after their responses.`
    )
  )
