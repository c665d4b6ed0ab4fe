import { parseDatemath } from '../../src/shared/datemath'
import { HttpError } from '../http/errors'

/**
 * Parses a time of a request: date math (`now+2h`) or a timestamp.
 * @throws {HttpError} 400 for any other text.
 */
export function parseRequestTime(name: string, written: string, now: Date): Date {
  const time = parseDatemath(written, now)
  if (!time) throw new HttpError(400, `${name} is not a time: ${written.slice(0, 100)}`)
  return time
}
