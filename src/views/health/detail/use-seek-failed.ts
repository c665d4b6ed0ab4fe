import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { beyondPage } from '../../../api/beyond-page'
import type { RunFilter } from '../../../api/check-detail'
import { announce } from '../../../ui/voice'
import { setHistoryPage } from './history-url'

type Options = {
  id: string
  windowMs: number
  filter: RunFilter
  /** The name of the range in a sentence: `the last hour`. */
  over: string
  /** The order of the list by time; undefined for another one, or where no more may be asked: only its page is searched. */
  order: 'newest first' | 'oldest first' | undefined
  page: { index: number; size: number; total: number | undefined; count: number }
  /** Rows of another page are shown, or none, until those of the page have come. */
  isLoading: boolean
  /** Called when the page with the run is there. @returns whether the run is on it */
  onFound(time: string, from: 'list' | 'dialog'): boolean
}

type Sought = { time: string; page: number; from: 'list' | 'dialog' }

/** Looks for a failed run beyond the page, and turns to its page. */
export function useSeekFailed(options: Options) {
  const { id, windowMs, filter, over, order, page, isLoading, onFound } = options
  const client = useQueryClient()
  const [isAsking, setAsking] = useState(false)
  const [sought, setSought] = useState<Sought>()
  const settled = useRef<Sought>(undefined)
  const isComing = sought?.page === page.index && isLoading
  useEffect(() => {
    if (!sought || isComing || settled.current === sought) return
    settled.current = sought
    // Somebody has turned to another page meanwhile.
    if (sought.page !== page.index) return
    if (!onFound(sought.time, sought.from)) announce('The runs have changed meanwhile. Please try again.')
  })

  /** @param by how many failed runs further down the list, or up if negative, from that time */
  async function seek(time: string, by: number, from: Sought['from']): Promise<void> {
    if (isAsking || isComing) return
    if (order === undefined) return announce('No further failed run on this page.')
    const direction = by > 0 === (order === 'newest first') ? 'earlier' : 'later'
    const isAtEnd =
      by > 0 ? page.total !== undefined && page.index * page.size + page.count >= page.total : page.index === 0
    const fitting = filter.status || filter.durationMs !== undefined ? ' that fits these filters' : ''
    const none = () => announce(`No ${direction} failed run in ${over}${fitting}.`, { key: 'run' })
    if (isAtEnd) return none()
    setAsking(true)
    announce(`Looking for ${direction === 'earlier' ? 'an earlier' : 'a later'} failed run…`, { key: 'run' })
    const where = { time, direction, by: Math.abs(by), isOldestFirst: order === 'oldest first' } as const
    try {
      const next = await client.fetchQuery(beyondPage.failed(id, windowMs, filter, where))
      if (next) {
        const index = Math.floor(next.place / page.size)
        setHistoryPage(index)
        setSought({ time: next.time, page: index, from })
      } else none()
    } catch (error) {
      announce(`Failed runs could not be looked for: ${error instanceof Error ? error.message : ''}`, { urgent: true })
    }
    setAsking(false)
  }
  return { isSeeking: isAsking || isComing, seek }
}
