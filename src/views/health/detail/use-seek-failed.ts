import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { seriesContinuation } from '@/api/health/series-continuation'
import type { RunFilter } from '@/api/health/check-detail'
import { announce } from '@/ui/voice'
import { setHistoryPage } from './history-url'

type Options = {
  id: string
  windowMs: number
  filter: RunFilter
  /** The name of the range in a sentence: `the last hour`. */
  over: string
  /** The sort order by time. Undefined searches only the current page: for other orders, or without permission. */
  order: 'newest first' | 'oldest first' | undefined
  page: { index: number; size: number; total: number | undefined; count: number }
  /** The rows of the page have not loaded; rows of another page, or none, are shown. */
  isLoading: boolean
  /** Called when the page with the run has loaded. @returns whether the run is on it */
  onFound(time: string, from: 'list' | 'dialog'): boolean
}

type Sought = { time: string; page: number; from: 'list' | 'dialog' }

/** Searches for a failed run beyond the page, and opens its page. */
export function useSeekFailed(options: Options) {
  const { id, windowMs, filter, over, order, page, isLoading, onFound } = options
  const client = useQueryClient()
  const [isRequesting, setRequesting] = useState(false)
  const [sought, setSought] = useState<Sought>()
  const settled = useRef<Sought>(undefined)
  const isComing = sought?.page === page.index && isLoading
  useEffect(() => {
    if (!sought || isComing || settled.current === sought) return
    settled.current = sought
    // The user has opened another page in the meantime.
    if (sought.page !== page.index) return
    if (!onFound(sought.time, sought.from)) announce('The runs have changed. Try again.')
  })

  /** @param by number of failed runs down the list from that time, or up if negative */
  async function seek(time: string, by: number, from: Sought['from']): Promise<void> {
    if (isRequesting || isComing) return
    if (order === undefined) return announce('No further failed run on this page.')
    const direction = by > 0 === (order === 'newest first') ? 'earlier' : 'later'
    const isAtEnd =
      by > 0 ? page.total !== undefined && page.index * page.size + page.count >= page.total : page.index === 0
    const matching = filter.status || filter.durationMs !== undefined ? ' that matches these filters' : ''
    const none = () => announce(`No ${direction} failed run in ${over}${matching}.`, { key: 'run' })
    if (isAtEnd) return none()
    setRequesting(true)
    announce(`Searching for ${direction === 'earlier' ? 'an earlier' : 'a later'} failed run…`, { key: 'run' })
    const where = { time, direction, by: Math.abs(by), isOldestFirst: order === 'oldest first' } as const
    try {
      const next = await client.fetchQuery(seriesContinuation.failed(id, windowMs, filter, where))
      if (next) {
        const index = Math.floor(next.place / page.size)
        setHistoryPage(index)
        setSought({ time: next.time, page: index, from })
      } else none()
    } catch (error) {
      announce(`The search for failed runs failed: ${error instanceof Error ? error.message : ''}`, { urgent: true })
    }
    setRequesting(false)
  }
  return { isSeeking: isRequesting || isComing, seek }
}
