import { useCallback } from 'react'
import type { Outcome } from '../../../commands/command'
import { say } from '../../../ui/voice'
import { useConsole } from '../console'
import { showToast } from './toasts'

/** Says, shows and keeps what came of a form, as it is done with what comes of a command. */
export function useReport(): (outcome: Outcome) => void {
  const { journal } = useConsole()
  return useCallback(
    ({ said, bad, undo, next = [] }) => {
      say(said)
      showToast(journal.add({ tone: bad ? 'bad' : 'good', text: said, next, ...(undo ? { undo } : {}) }))
    },
    [journal]
  )
}
