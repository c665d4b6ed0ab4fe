import { MOST_RUNNING, type Refusal } from '../../http/request-queue'
import { QueryError, toErrorResponse } from './errors'

/** The response when a request does not get its turn among those of its person. */
export const noTurnResponse = ({ status, message }: Refusal): Response =>
  toErrorResponse(
    new QueryError(
      '53300',
      message,
      status,
      null,
      `Send ${MOST_RUNNING} requests at a time, and the next ones after their responses.`
    )
  )
