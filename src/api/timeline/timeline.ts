import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { z } from 'zod/mini'
import { FREQUENCY_DAYS } from '@/lib/incidents/causes'
import { formatCount } from '@/shared/format'
import { readTransitions } from '../health/check-transitions'
import { call } from '../http'
import { inList, order, select } from '../postgrest'
import { cacheIn, readEvents, type TimeBounds, type Timeline, transitionRow, withoutCache } from './events'
import {
  aroundThings,
  type FailureSubject,
  readInvolved,
  readSubject,
  readSurroundings,
  type SubjectRef,
  type TimelineResource,
  type TimelineSurroundings,
} from './resources'

const all = ['timeline'] as const

export const timeline = {
  all,

  /** The resource itself; null if it does not exist or is inaccessible. */
  subject: (of: SubjectRef) =>
    queryOptions({
      queryKey: [...all, 'subject', of],
      queryFn: ({ signal }) => readSubject(of, signal),
    }),

  /** The surroundings of a resource. */
  surroundings: (subject: FailureSubject) =>
    queryOptions({
      queryKey: [...all, 'surroundings', subject.kind, subject.id, subject.configs],
      queryFn: ({ signal }) => readSurroundings(subject, signal),
      staleTime: 60_000,
    }),

  /**
   * The events of the surroundings within a time range, and how usual they are. The days before are reused for ranges
   * within the loaded days.
   */
  events: (subject: FailureSubject, surroundings: TimelineSurroundings, time: TimeBounds) => {
    const of = [subject.kind, subject.id, surroundings.resources.map(({ id }) => id)]
    return queryOptions({
      queryKey: [...all, 'events', ...of, time],
      queryFn: ({ client, queryKey, signal }): Promise<Timeline> => {
        const isRenewed = client.getQueryData(queryKey) !== undefined
        const keep = cacheIn(client, [...all, 'past', ...of], time, isRenewed)
        const watched = subject.kind === 'check' ? [subject.id] : []
        return readEvents(
          { things: surroundings.resources, watched },
          { time, days: FREQUENCY_DAYS, keep, client, signal }
        )
      },
    })
  },

  /** The surroundings of several checks, config items and components, each at distance 0. */
  around: (own: readonly Omit<TimelineResource, 'steps'>[]) =>
    queryOptions({
      queryKey: [...all, 'around', own.map(({ id }) => id)],
      queryFn: ({ signal }) => aroundThings(own, signal),
      staleTime: 60_000,
    }),

  /** Changes and the last transitions of checks within a time range. */
  changesAround: (surroundings: TimelineSurroundings, time: TimeBounds) => {
    const of = surroundings.resources.map(({ id }) => id)
    return queryOptions({
      queryKey: [...all, 'changes around', of, time],
      queryFn: ({ client, queryKey, signal }): Promise<Timeline> => {
        const isRenewed = client.getQueryData(queryKey) !== undefined
        const keep = cacheIn(client, [...all, 'past of several', of], time, isRenewed)
        return readEvents(
          { things: surroundings.resources, watched: [] },
          { time, days: FREQUENCY_DAYS, keep, client, signal },
          ['Changes', 'Transitions of checks']
        )
      },
    })
  },

  /** Several resources without surroundings, with the config items that they belong to or consist of. */
  involved: (of: readonly SubjectRef[]) =>
    queryOptions({
      queryKey: [...all, 'involved', of],
      queryFn: ({ signal }) => readInvolved(of, signal),
      staleTime: 60_000,
    }),

  /** The events of several resources since a time and, if given, before another time. */
  eventsOn: (things: readonly TimelineResource[], time: { from: number; to: number | undefined }) =>
    queryOptions({
      queryKey: [...all, 'eventsOn', things.map(({ id }) => id), time.from, time.to],
      queryFn: ({ client, signal }): Promise<Timeline> => eventsOn(things, time, client, signal),
    }),
}

/** Maximum number of checks whose transitions are all requested. */
const MOST_WATCHED = 20
const TURNS_MS = 5 * 60_000

async function eventsOn(
  things: readonly TimelineResource[],
  { from, to }: { from: number; to: number | undefined },
  client: QueryClient,
  signal: AbortSignal
): Promise<Timeline> {
  if (things.length === 0) return { events: [], usual: new Map(), usualDays: 0, missing: [] }
  const checks = things.flatMap(({ kind, id }) => (kind === 'check' ? [id] : []))
  const watched = checks.slice(0, MOST_WATCHED)
  const time = { from, to: to ?? Date.now() + 1 }
  const found = await readEvents(
    { things, watched },
    {
      time,
      days: 0,
      keep: withoutCache,
      client,
      signal,
      async turnsOf(ids) {
        const lastTurns = await call({
          path: '/api/db/checks',
          query: [inList('id', ids), select('id', 'last_transition_time'), order('id.asc')],
          schema: z.array(z.pick(transitionRow, { id: true, last_transition_time: true })),
          signal,
        })
        // The transitions are derived from thousands of runs, so they are read again only after one of the checks has
        // changed its result.
        return client.fetchQuery({
          queryKey: [...all, 'turns', lastTurns, from, to],
          queryFn: () => readTransitions([inList('id', ids)], time, signal),
          // A backend may store the run that caused a transition after the transition itself.
          staleTime: TURNS_MS,
        })
      },
    }
  )
  const left = checks.length - watched.length
  return left === 0
    ? found
    : {
        ...found,
        missing: [
          ...found.missing,
          `Transitions of checks: only the last transition of ${formatCount(left, 'more check')} is included.`,
        ],
      }
}
