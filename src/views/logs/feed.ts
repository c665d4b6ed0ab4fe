import { logs, type LogPage, type LogQuestion } from '../../api/logs'
import type { LogLine } from '../../lib/logs/line'
import { MOST_FOLLOWED, withNewer } from '../../lib/logs/merge'
import { createStore } from '../../lib/store'

/** Lines that are loaded at most: more is seen by searching, or in less time. */
export const MOST_LOADED = 200_000
/** Lines of the first answer, which is to be here soon, and of those after it. */
export const FIRST = 2000
const NEXT = 10_000
/** What has come since is asked for as often. */
const FOLLOW_EVERY_MS = 500
/** After a failure less often. */
const RETRY_MS = 5000
const MOST_NEWS = 20_000

export type Feed = {
  /** The newest first. */
  lines: readonly LogLine[]
  /** What has come, and is not shown yet, as it would move what somebody looks at. */
  news: readonly LogLine[]
  /** There are older lines than those that are loaded. */
  hasOlder: boolean
  isLoading: boolean
  notes: readonly string[]
  /** Why the rest of them, or new ones, cannot be had now. */
  failure: string | undefined
  /** When it was last known to have everything, in milliseconds since 1970. */
  updatedAt: number
}

export type LogFeed = ReturnType<typeof createFeed>

const messageOf = (error: unknown) => (error instanceof Error ? error.message : 'Something went wrong.')

/** The lines of one question: those of the first answer, then older ones in the background, and new ones while it is followed. */
export function createFeed(question: LogQuestion, first: LogPage, at: number) {
  let { older, newer } = first
  const feed = createStore<Feed>({
    lines: first.lines,
    news: [],
    hasOlder: older !== undefined,
    isLoading: older !== undefined,
    notes: first.notes,
    failure: undefined,
    updatedAt: at,
  })
  const change = (what: Partial<Feed>) => feed.set((now) => ({ ...now, ...what }))

  /**
   * Loads older lines until there are enough. They are shown when there are twice as many, since each time costs with all of
   * them.
   */
  async function loadOlder(most: number, signal: AbortSignal): Promise<void> {
    const more: LogLine[][] = []
    let count = 0
    const show = () => {
      const rest = more.splice(0).flat()
      const shown = feed.get().lines
      // What was being shown may have grown at its beginning meanwhile.
      if (rest.length > 0) change({ lines: shown.concat(rest) })
    }
    change({ isLoading: older !== undefined && feed.get().lines.length < most })
    while (older !== undefined && feed.get().lines.length + count < most && !signal.aborted) {
      try {
        const page: LogPage = await logs.at(question, older, NEXT, signal)
        if (signal.aborted) break
        older = page.older
        more.push(page.lines)
        count += page.lines.length
        if (page.notes.length > 0) change({ notes: page.notes })
        if (count >= feed.get().lines.length) {
          show()
          count = 0
        }
      } catch (error) {
        if (!signal.aborted) change({ failure: messageOf(error) })
        break
      }
    }
    show()
    // Whoever stopped it may be loading them otherwise.
    if (!signal.aborted) change({ isLoading: false, hasOlder: older !== undefined })
  }

  /** Asks for new lines until it is stopped. @param mayMove whether rows may move now */
  async function follow(mayMove: () => boolean, signal: AbortSignal): Promise<void> {
    while (newer !== undefined && !signal.aborted) {
      let wait = FOLLOW_EVERY_MS
      try {
        const page = await logs.at(question, newer, MOST_NEWS, signal)
        // Reading thousands of lines and drawing them are two tasks, so that a frame may come between them.
        await new Promise((resolve) => setTimeout(resolve))
        if (signal.aborted) return
        newer = page.newer
        take(page, mayMove())
      } catch (error) {
        if (signal.aborted) return
        wait = RETRY_MS
        change({ failure: messageOf(error) })
      }
      await new Promise((resolve) => setTimeout(resolve, wait))
    }
  }

  function take({ lines: come, notes }: LogPage, mayMove: boolean) {
    const now = feed.get()
    const news = withNewer(come, now.news)
    const rest = { updatedAt: Date.now(), failure: undefined, notes: notes.length > 0 ? notes : now.notes }
    if (news.length === 0) return feed.set(() => ({ ...now, ...rest }))
    feed.set(() => (mayMove ? { ...now, ...rest, ...joined(now, news) } : { ...now, ...rest, news }))
  }

  const joined = (now: Feed, news: readonly LogLine[]): Pick<Feed, 'lines' | 'news' | 'hasOlder'> => ({
    lines: withNewer(news, now.lines),
    news: [],
    hasOlder: now.hasOlder || now.lines.length + news.length > MOST_FOLLOWED,
  })

  return {
    question,
    subscribe: feed.subscribe,
    get: feed.get,
    /** Whether the backend says what has come since. */
    canFollow: newer !== undefined,
    loadOlder,
    follow,
    showNews: () => feed.set((now) => (now.news.length === 0 ? now : { ...now, ...joined(now, now.news) })),
  }
}
