import { AT_A_TIME, MOST_WAITING } from '../http/turns'
import { QueryError, refusal } from './errors'

/** The response when too many requests of one person are waiting. */
export const tooMany = (): Response =>
  refusal(
    new QueryError(
      '53300',
      `More than ${MOST_WAITING} of your requests are waiting`,
      429,
      null,
      `Send ${AT_A_TIME} requests at a time, and the next ones after their responses.`
    )
  )
