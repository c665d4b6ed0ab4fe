import { useEffect, useMemo, useState } from 'react'
import { formatCount } from '@/shared/format'
import { useTimeout, useUnmount } from '../../ui/hooks'
import { announce } from '../../ui/voice'
import {
  type RemoteResult,
  createRemoteSearch,
  type ResultCache,
  type SearchPlace,
  toPendingResult,
} from './remote-search'

/** Shorter searches show no progress bar. */
const BAR_AFTER_MS = 400
const ANNOUNCE_AFTER_MS = 1000

/** Searches on the server, and announces the additional results. @param kept the cache of the palette */
export function useRemoteSearch(places: readonly SearchPlace[], query: string, kept: ResultCache) {
  const [latest, setLatest] = useState<{ of: readonly SearchPlace[]; answers: readonly RemoteResult[] }>({
    of: [],
    answers: [],
  })
  const [isSlow, setSlow] = useState(false)
  const [remote] = useState(() =>
    createRemoteSearch((all, of) => setLatest({ of, answers: all }), announceArrival, kept)
  )
  // Results of the previous step must not show in this step, not even for one frame.
  const answers = useMemo(
    () => (latest.of === places ? latest.answers : places.map((place) => toPendingResult(place, query))),
    [latest, places, query]
  )
  const isSearching = answers.some(({ is }) => is === 'searching')

  useEffect(() => remote.search(places, query), [remote, places, query])
  useUnmount(remote.stop)
  useTimeout(isSearching ? BAR_AFTER_MS : undefined, () => setSlow(true))
  useTimeout(isSearching ? ANNOUNCE_AFTER_MS : undefined, () => announce('Searching'))
  if (isSlow && !isSearching) setSlow(false)

  return { answers, isSlow, retry: remote.retry }
}

export const describeSearchFailure = ({ name, error }: RemoteResult): string =>
  `Could not search ${name}: ${error.replace(/\.$/, '')}. Press Enter to retry`

function announceArrival(answer: RemoteResult) {
  // If this search is the only list, the result or failure is announced with the list itself.
  if (answer.isOnlyList) return
  if (answer.is === 'failed') announce(describeSearchFailure(answer))
  else if (answer.items.length > 0) announce(`${formatCount(answer.items.length, 'more', 'more')} from ${answer.name}`)
}
