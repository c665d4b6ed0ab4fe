import type { PersonReader } from '../../data/db/db'
import type { SendHistory } from '../dispatch/decide'
import { FLAPPING_CHANGES, FLAPPING_PERIOD_MS } from '../dispatch/flapping'
import { composeGroupHash, type Group } from '../dispatch/groups'
import { inhibitingItemsSql, LIMIT_PERIOD_MS, limitedStatuses, listInhibitions } from '../dispatch/obstacles'
import { type NotificationEvent, parseResourceKind } from '../event'
import type { Inhibition, Rule } from '../rules/rule'
import { reportedHealth } from '../health-events'
import { countedStatuses, subjectOf } from '../send-row'
import { listSilencesSince } from '../silences/match'

/** A message that the rule would have stored. */
export type SimulatedSend = {
  id: string
  event: NotificationEvent
  /** When it would have been stored. */
  at: Date
  status: string
  parentId?: string
  groupId?: string
  /** The message says that its resource is flapping. */
  isFlapping?: boolean
}

type SimulatedGroup = Group & { hash: string; startedAt: Date; members: NotificationEvent[] }

export type SimulatedHistory = SendHistory & {
  readonly sends: readonly SimulatedSend[]
  add(send: Omit<SimulatedSend, 'id'>): SimulatedSend
  /** Adds the resource of an event to its group. @returns the id of the group. */
  join(rule: Rule, event: NotificationEvent, found: Group | undefined, now: Date): string
  listMembers(groupId: string): readonly NotificationEvent[]
  /** The changes of health of a flapping resource, as far as the rule is about them; undefined if it is not flapping. */
  countFlapping(rule: Rule, event: NotificationEvent, now: Date): number | undefined
}

const isCounted = ({ status }: SimulatedSend) => countedStatuses.some((one) => one === status)
const isLimited = ({ status }: SimulatedSend) => limitedStatuses.some((one) => one === status)

/** The messages of a dry run, which answers as the stored ones would. It begins without messages. */
export function createSimulatedHistory(reader: PersonReader, since: Date): SimulatedHistory {
  const sends: SimulatedSend[] = []
  const groups: SimulatedGroup[] = []
  const relatedIds = new Map<string, Promise<ReadonlySet<string>>>()
  const silences = listSilencesSince(reader, since)
  // A request that ends before the first event must not end the process.
  silences.catch(() => {})

  const newest = (after: number, isWanted: (send: SimulatedSend) => boolean) =>
    sends.findLast((send) => send.at.getTime() > after && isCounted(send) && isWanted(send))

  const readInhibiting = (itemId: string, inhibition: Inhibition) => {
    const key = JSON.stringify([itemId, inhibition])
    const read = async () => {
      const rows = await reader.query<{ id: string }>(inhibitingItemsSql(itemId, inhibition))
      return new Set(rows.map(({ id }) => id))
    }
    const found = relatedIds.get(key) ?? read()
    relatedIds.set(key, found)
    return found
  }

  return {
    sends,
    add: (send) => {
      const added = { id: String(sends.length + 1), ...send }
      sends.push(added)
      return added
    },
    join: (rule, event, found, now) => {
      const hash = composeGroupHash(rule, event) ?? ''
      const known = groups.find(({ id }) => id === found?.id)
      if (known) {
        known.members.push(event)
        return known.id
      }
      const id = `group ${groups.length + 1}`
      groups.push({ id, hash, sendId: null, startedAt: now, members: [event] })
      return id
    },
    listMembers: (groupId) => groups.find(({ id }) => id === groupId)?.members ?? [],
    findRepeated: async ({ repeatIntervalMs }, event, now) =>
      repeatIntervalMs === undefined
        ? undefined
        : newest(
            now.getTime() - repeatIntervalMs,
            (send) => send.event.name === event.name && subjectOf(send.event) === subjectOf(event)
          )?.id,
    listSilences: async (now) =>
      (await silences).filter(({ from, until }) => from <= now && (until === undefined || until >= now)),
    findInhibitor: async (rule, event, now) => {
      for (const inhibition of listInhibitions(rule, event)) {
        const ids = await readInhibiting(subjectOf(event), inhibition)
        const found = newest(now.getTime() - (rule.repeatIntervalMs ?? 0), (send) => ids.has(subjectOf(send.event)))
        if (found) return found.id
      }
      return undefined
    },
    countFlapping: ({ events }, event, now) => {
      if (reportedHealth(event.name) === undefined) return undefined
      const kind = parseResourceKind(event.name)
      const ofKind = events.filter((name) => parseResourceKind(name) === kind && reportedHealth(name) !== undefined)
      const seen = sends.filter(
        (send) =>
          send.at.getTime() > now.getTime() - FLAPPING_PERIOD_MS &&
          reportedHealth(send.event.name) !== undefined &&
          subjectOf(send.event) === subjectOf(event)
      ).length
      // Between two events of the same state, the health has changed back.
      const changes = ofKind.length === 1 ? 2 * seen + 1 : seen + 1
      return changes >= FLAPPING_CHANGES ? changes : undefined
    },
    findFlapping: async (_rule, event, now) =>
      newest(
        now.getTime() - FLAPPING_PERIOD_MS,
        (send) => send.isFlapping === true && subjectOf(send.event) === subjectOf(event)
      )?.id,
    findGroup: async ({ groupByIntervalMs }, hash, now) => {
      const group = groups.findLast(
        (one) => one.hash === hash && one.startedAt.getTime() > now.getTime() - groupByIntervalMs
      )
      if (!group) return undefined
      const leader = newest(-Infinity, ({ groupId, parentId }) => groupId === group.id && parentId === undefined)
      return { id: group.id, sendId: leader?.id ?? null }
    },
    countRecentSends: async (_rule, now) =>
      sends.filter((send) => send.at.getTime() > now.getTime() - LIMIT_PERIOD_MS && isLimited(send)).length,
  }
}
