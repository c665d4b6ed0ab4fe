import type { Db } from '../../db/db'
import { backendsFor, newBudget, type Selector } from '../../logs/backends'
import { searchLogs } from '../../logs/search'
import type { Entry } from '../../logs/source'
import { stampedLine } from '../../logs/stamp'
import { errorText } from '../../outside/error-text'

/** Of one selector; of more, the newest. */
const MOST_LINES = 10_000

export type LogFormat = 'log' | 'json'

/** The lines of a selector in a time, the oldest first, and what is to be told of them. */
export type Lines = { text: string; note: string } | { text?: never; note: string }

/**
 * Reads the logs of selectors, as far as the log backends have them.
 * @returns reads one; what keeps it from its lines is told, and not thrown
 */
export const logReader =
  ({ db, now }: { db: Db; now(): Date }) =>
  async (
    selector: Selector,
    { start, end, format }: { start: Date; end: Date; format: LogFormat },
    signal: AbortSignal
  ): Promise<Lines> => {
    const budget = newBudget()
    try {
      const { backends, notes } = await backendsFor(db, selector, { budget, now })
      const asked = {
        start: start.getTime(),
        end: end.getTime(),
        search: '',
        limit: MOST_LINES,
        labels: selector.labels ?? {},
      }
      const found = await searchLogs(backends, asked, undefined, { budget, signal })
      const count = found.entries.length
      const told =
        found.older !== undefined
          ? `the newest ${count} lines; there are more`
          : `${count} ${count === 1 ? 'line' : 'lines'}`
      return {
        text: textOf(found.entries.toReversed(), format),
        note: [`${told}.`, ...notes.map((note) => `${note}.`), ...found.notes].join(' '),
      }
    } catch (error) {
      signal.throwIfAborted()
      return { note: `left out. ${errorText(error)}` }
    }
  }

const textOf = (entries: readonly Entry[], format: LogFormat): string =>
  format === 'json'
    ? `${JSON.stringify(
        entries.map(({ time, message, labels }) => ({ timestamp: stampOf(time), message, labels })),
        null,
        1
      )}\n`
    : entries.map((entry) => `${stampedOf(entry)}\n`).join('')

/** A line with its time, which most have in front already. */
const stampedOf = ({ time, message }: Entry) =>
  stampedLine(message, time)?.time === time ? message : `${stampOf(time)} ${message}`

const stampOf = (time: number) => new Date(time).toISOString()
