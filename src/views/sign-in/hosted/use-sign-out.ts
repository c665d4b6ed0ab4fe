import { useClerk } from '@clerk/react'
import { useCallback } from 'react'
import { paths } from '../../../lib/paths'
import { withReturn } from '../../../lib/return-to'
import { forgetPerson } from '../../shell/access/session'

/** Ends the session. The service informs the other tabs. */
export function useSignOut(): (back: string) => Promise<void> {
  const clerk = useClerk()
  return useCallback(
    async (back) => {
      await clerk.signOut({ redirectUrl: withReturn(paths.login, back) })
      forgetPerson()
    },
    [clerk]
  )
}
