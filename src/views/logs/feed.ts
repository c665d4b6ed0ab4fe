import { logs, type LogPage, type LogQuery } from '@/api/logs/logs'
import type { LogLine } from '../../lib/logs/line'
import { MOST_FOLLOWED, prependLines } from '../../lib/logs/merge'
import { createStore } from '../../lib/store'

/** Maximum number of loaded lines. To see others, users search or choose a shorter time range. */
export const MAX_LOADED_LINES = 200_000
/** Lines of the first page, which must load fast, and of the following pages. */
export const FIRST_PAGE_LINES = 2000
const NEXT = 10_000
/** Milliseconds between requests for new lines. */
const FOLLOW_EVERY_MS = 500
/** Milliseconds before the next request after a failure. */
const RETRY_MS = 5000
const MOST_NEWS = 20_000

export type FeedState = {
  /** Newest first. */
  lines: readonly LogLine[]
  /** New lines that are not shown yet, because they would move the lines that the user is viewing. */
  news: readonly LogLine[]
  /** Whether older lines exist that are not loaded. */
  hasOlder: boolean
  isLoading: boolean
  notes: readonly string[]
  /** The error of the last request for older or new lines. */
  failure: string | undefined
  /** The last time at which the feed was complete, in milliseconds since 1970. */
  updatedAt: number
}

export type LogFeed = ReturnType<typeof createLogFeed>

const messageOf = (error: unknown) => (error instanceof Error ? error.message : 'Something went wrong.')

/** The lines of one query: the first page, then older lines in the background, and new lines while following. */
export function createLogFeed(question: LogQuery, first: LogPage, at: number) {
  let { older, newer } = first
  const feed = createStore<FeedState>({
    lines: first.lines,
    news: [],
    hasOlder: older !== undefined,
    isLoading: older !== undefined,
    notes: first.notes,
    failure: undefined,
    updatedAt: at,
  })
  const change = (what: Partial<FeedState>) => feed.set((now) => ({ ...now, ...what }))

  /**
   * Loads older lines up to a maximum. They are shown whenever their number has doubled, because each update costs time
   * for all lines.
   */
  async function loadOlder(most: number, signal: AbortSignal): Promise<void> {
    const more: LogLine[][] = []
    let count = 0
    const show = () => {
      const rest = more.splice(0).flat()
      const shown = feed.get().lines
      // New lines may have been added at the beginning in the meantime.
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
    // After an abort, another call may be loading them.
    if (!signal.aborted) change({ isLoading: false, hasOlder: older !== undefined })
  }

  /** Requests new lines until aborted. @param mayMove whether rows may move now */
  async function follow(mayMove: () => boolean, signal: AbortSignal): Promise<void> {
    while (newer !== undefined && !signal.aborted) {
      let wait = FOLLOW_EVERY_MS
      try {
        const page = await logs.at(question, newer, MOST_NEWS, signal)
        // Parse and render thousands of lines in two tasks, so that the browser can paint in between.
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

  function take({ lines: newLines, notes }: LogPage, mayMove: boolean) {
    const now = feed.get()
    const news = prependLines(newLines, now.news)
    const rest = { updatedAt: Date.now(), failure: undefined, notes: notes.length > 0 ? notes : now.notes }
    if (news.length === 0) return feed.set(() => ({ ...now, ...rest }))
    feed.set(() => (mayMove ? { ...now, ...rest, ...joined(now, news) } : { ...now, ...rest, news }))
  }

  const joined = (now: FeedState, news: readonly LogLine[]): Pick<FeedState, 'lines' | 'news' | 'hasOlder'> => ({
    lines: prependLines(news, now.lines),
    news: [],
    hasOlder: now.hasOlder || now.lines.length + news.length > MOST_FOLLOWED,
  })

  return {
    question,
    subscribe: feed.subscribe,
    get: feed.get,
    /** Whether the backend supports requests for new lines. */
    canFollow: newer !== undefined,
    loadOlder,
    follow,
    showNews: () => feed.set((now) => (now.news.length === 0 ? now : { ...now, ...joined(now, now.news) })),
  }
}
