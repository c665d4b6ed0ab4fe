import { useEffect, useMemo, useState } from 'react'
import { formatCount } from '../../lib/format'
import { announce } from '../../ui/voice'
import { type Answer, createRemote, type Kept, type Place, unanswered } from './remote'

/** Shorter searches need no progress display. */
const BAR_AFTER_MS = 400
const SAY_AFTER_MS = 1000

/** Searches on the server, and announces what it adds to what was found here. @param kept the answers that the palette has already */
export function useRemote(places: readonly Place[], query: string, kept: Kept) {
  const [told, setTold] = useState<{ of: readonly Place[]; answers: readonly Answer[] }>({ of: [], answers: [] })
  const [isSlow, setSlow] = useState(false)
  const [remote] = useState(() => createRemote((all, of) => setTold({ of, answers: all }), sayArrival, kept))
  // What was answered to the step before is no answer to this one, not for one frame.
  const answers = useMemo(
    () => (told.of === places ? told.answers : places.map((place) => unanswered(place, query))),
    [told, places, query]
  )
  const isSearching = answers.some(({ is }) => is === 'searching')

  useEffect(() => remote.ask(places, query), [remote, places, query])
  useEffect(() => () => remote.stop(), [remote])
  useEffect(() => {
    if (!isSearching) return undefined
    const bar = setTimeout(() => setSlow(true), BAR_AFTER_MS)
    const words = setTimeout(() => announce('Searching'), SAY_AFTER_MS)
    return () => {
      setSlow(false)
      clearTimeout(bar)
      clearTimeout(words)
    }
  }, [isSearching])

  return { answers, isSlow, retry: remote.retry }
}

export const faultOf = ({ name, fault }: Answer): string =>
  `Could not search ${name}: ${fault.replace(/\.$/, '')}. Enter to try again`

function sayArrival(answer: Answer) {
  // What is all there is is announced as the list itself, its failure too.
  if (answer.isAll) return
  if (answer.is === 'failed') announce(faultOf(answer))
  else if (answer.items.length > 0) announce(`${formatCount(answer.items.length, 'more', 'more')} from ${answer.name}`)
}
