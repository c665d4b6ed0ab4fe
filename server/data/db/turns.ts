import { AsyncLocalStorage } from 'node:async_hooks'

/** The request did not get its turn in time, because of other requests. A retry may succeed. */
export class DatabaseBusyError extends Error {
  override readonly name = 'DatabaseBusyError'
  constructor() {
    super('The database is busy with other requests.')
  }
}

/** The owner of work that belongs to no request: jobs, checks, runs of playbooks. */
const SERVER = 'server'
/** The owner of work that identifies callers. Otherwise a heavy caller would delay the identification of others. */
export const UNIDENTIFIED = 'unidentified'

const owners = new AsyncLocalStorage<string>()

/**
 * Does work on behalf of an owner: the person who sent a request. Owners take turns at the database, so everything that
 * the work does there, however indirectly, delays other owners only briefly.
 */
export const actFor = <T>(owner: string, work: () => T): T => owners.run(owner, work)

/** After this time, the time that an owner used counts half. */
const HALF_LIFE_MS = 10_000
/** Uses below this are forgotten. */
const NEGLIGIBLE_MS = 1
/** Differences below this are insignificant. */
const LEAST_DIFFERENCE_MS = 100
/** Time that a read always has before it gives way to an owner who used much less. It doubles with each repetition. */
const YIELDS_AFTER_MS = 400
/** An owner whose turns are shorter than this on average delays others little, so the use counts less. */
const BRIEF_MS = 100
const BRIEF_ADVANTAGE = 4
/** An owner who used more than this recently has one turn at a time, and leaves the other processors to others. */
const HEAVY_MS = 1000
/** For an owner who used more than this recently, the time of a repeated read does not double. */
const PATIENCE_MS = 3000
/** Time between two comparisons of the uses of a running and a waiting owner. */
const COMPARED_EVERY_MS = 100
/**
 * Time that the only connection stays free for the next statement of the same request, before an owner continues who
 * used more. Without it, each of the few statements of a light request would wait for a long one.
 */
const HELD_MS = 10
/** Time that a request waits for its turn, and during which a read that gave way is repeated. */
export const MOST_WAITING_MS = 10_000

export type Turn = {
  /** Whether the turn should end, because somebody waits whom it should not delay. */
  mustYield: boolean
}

type TurnOptions = {
  /** Ends the running statement. The turn is then taken again; without it, the turn lasts as long as its work. */
  yieldNow?: (() => void) | undefined
  /** How often the work has given way. */
  repetitions?: number
  /** Milliseconds after which waiting is given up; undefined: never. */
  mostWaitingMs?: number | undefined
}

/** Time and timers, which tests replace. */
export type TurnClock = { now(): number; after(ms: number, call: () => void): () => void }

// Taken when the module is loaded, so that the database goes on where a test replaces the timers of the code it tests.
const { setTimeout, clearTimeout } = globalThis

const realClock: TurnClock = {
  now: () => performance.now(),
  after(ms, call) {
    const timer = setTimeout(call, ms)
    return () => clearTimeout(timer)
  },
}

type Running = {
  owner: string
  startedAt: number
  turn: Turn
  yieldNow: (() => void) | undefined
  yieldAfterMs: number
  stop?: () => void
}

/**
 * Distributes the connections to the database. The next turn belongs to the owner who used the database least recently,
 * so an owner with many or long statements never delays others by more than the one that runs.
 * @param size number of turns at the same time.
 * @param mostPerPerson number of turns that one person has at the same time.
 */
export function createTurns(size: number, mostPerPerson = size, clock: TurnClock = realClock) {
  const uses = new Map<string, { ms: number; turns: number; at: number }>()
  const waiting = new Map<string, (() => void)[]>()
  const running = new Set<Running>()
  /** The load of the last owner, while the connection stays free for another statement of a similar one. */
  let held: { load: number; stop(): void } | undefined
  /** Whether the last turn that started identified a caller. */
  let wasIdentification = false

  /** The time and the number of ended turns, of which the older ones count less. */
  const endedBy = (owner: string): { ms: number; turns: number } => {
    const { ms, turns, at } = uses.get(owner) ?? { ms: 0, turns: 0, at: 0 }
    const share = 0.5 ** ((clock.now() - at) / HALF_LIFE_MS)
    return { ms: ms * share, turns: turns * share }
  }
  const usedBy = (owner: string): number => {
    let { ms } = endedBy(owner)
    for (const one of running) if (one.owner === owner) ms += clock.now() - one.startedAt
    return ms
  }
  /**
   * The use by which waiting owners are compared. Identification goes first, because its few brief statements are part
   * of every request.
   */
  const loadOf = (owner: string) => {
    if (owner === UNIDENTIFIED) return 0
    const { ms, turns } = endedBy(owner)
    return ms <= turns * BRIEF_MS ? usedBy(owner) / BRIEF_ADVANTAGE : usedBy(owner)
  }
  const isFull = (owner: string) => {
    if (owner === SERVER) return false
    let count = 0
    for (const one of running) if (one.owner === owner) count++
    if (owner === UNIDENTIFIED) return count >= Math.max(1, size - 1)
    return count >= (count > 0 && usedBy(owner) > HEAVY_MS ? 1 : mostPerPerson)
  }

  /** While others wait, at most every other turn identifies a caller, because anyone can send requests. */
  const findNext = (): string | undefined => {
    const next = wasIdentification ? findLightest((owner) => owner !== UNIDENTIFIED) : undefined
    return next ?? findLightest()
  }

  const findLightest = (isCandidate = (_owner: string) => true): string | undefined => {
    let lightest: { owner: string; load: number } | undefined
    for (const owner of waiting.keys()) {
      if (isFull(owner) || !isCandidate(owner)) continue
      const load = loadOf(owner)
      if (!lightest || load < lightest.load) lightest = { owner, load }
    }
    return lightest?.owner
  }

  const release = () => {
    held?.stop()
    held = undefined
  }

  /** Starts all turns that can start. */
  const proceed = () => {
    while (running.size < size) {
      const owner = findNext()
      if (owner === undefined) return
      if (held && loadOf(owner) > 2 * held.load + LEAST_DIFFERENCE_MS) return
      release()
      wasIdentification = owner === UNIDENTIFIED
      const queue = waiting.get(owner) ?? []
      const start = queue.shift()
      if (queue.length === 0) waiting.delete(owner)
      start?.()
    }
    hurry()
  }

  /** Ends turns that may be repeated, once they had their time and somebody waits whom they should not delay. */
  const hurry = () => {
    for (const one of running) {
      one.stop?.()
      if (one.yieldNow === undefined || one.turn.mustYield) continue
      const leftMs = Math.max(one.startedAt + one.yieldAfterMs - clock.now(), untilDelaying(one))
      if (leftMs === Infinity) continue
      if (leftMs > 0) one.stop = clock.after(Math.min(leftMs, COMPARED_EVERY_MS), hurry)
      else {
        one.turn.mustYield = true
        one.yieldNow()
      }
    }
  }
  /**
   * Milliseconds until a turn delays somebody whom it should not delay: an owner with less than half of its use. With
   * less difference, two owners with long reads would interrupt each other again and again. The server itself waits,
   * because its regular small writes would otherwise keep long reads from ever ending.
   */
  const untilDelaying = ({ owner }: Running) => {
    const others = [...waiting.keys()].filter((other) => other !== owner && other !== SERVER)
    return Math.min(...others.map((other) => 2 * loadOf(other) - usedBy(owner)))
  }

  const finish = (one: Running) => {
    one.stop?.()
    const { ms, turns } = endedBy(one.owner)
    running.delete(one)
    uses.set(one.owner, { ms: ms + clock.now() - one.startedAt, turns: turns + 1, at: clock.now() })
    if (uses.size > 1000) for (const owner of uses.keys()) if (usedBy(owner) < NEGLIGIBLE_MS) uses.delete(owner)
    if (size === 1) {
      release()
      const stop = clock.after(HELD_MS, () => {
        held = undefined
        proceed()
      })
      held = { load: loadOf(one.owner), stop }
    }
    proceed()
  }

  return {
    /**
     * Works when it is the owner's turn.
     * @throws {DatabaseBusyError} when that takes too long.
     */
    async take<T>(
      work: (turn: Turn) => Promise<T>,
      { yieldNow, repetitions = 0, mostWaitingMs }: TurnOptions = {}
    ): Promise<T> {
      const owner = owners.getStore() ?? SERVER
      const yieldAfterMs = usedBy(owner) < PATIENCE_MS ? YIELDS_AFTER_MS * 2 ** repetitions : YIELDS_AFTER_MS
      const one: Running = { owner, startedAt: 0, turn: { mustYield: false }, yieldNow, yieldAfterMs }
      await new Promise<void>((resolve, reject) => {
        const start = () => {
          giveUp?.()
          one.startedAt = clock.now()
          running.add(one)
          resolve()
        }
        const queue = waiting.get(owner) ?? []
        waiting.set(owner, queue)
        queue.push(start)
        const giveUp =
          mostWaitingMs === undefined
            ? undefined
            : clock.after(mostWaitingMs, () => {
                queue.splice(queue.indexOf(start), 1)
                if (queue.length === 0 && waiting.get(owner) === queue) waiting.delete(owner)
                reject(new DatabaseBusyError())
              })
        proceed()
      })
      try {
        return await work(one.turn)
      } finally {
        finish(one)
      }
    },
    /** The present time of the clock of these turns. */
    now: () => clock.now(),
  }
}

export type Turns = ReturnType<typeof createTurns>
