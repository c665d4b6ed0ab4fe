import { useClerk } from '@clerk/react'
import { useCallback } from 'react'
import { signInPaths } from '@/shared/pages/sign-in'
import { addReturnTo } from '@/lib/sign-in/add-return-to'
import { resetUserState } from '../../shared/access/session'

/** Ends the session. The service informs the other tabs. */
export function useSignOut(): (back: string) => Promise<void> {
  const clerk = useClerk()
  return useCallback(
    async (back) => {
      await clerk.signOut({ redirectUrl: addReturnTo(signInPaths.login, back) })
      resetUserState()
    },
    [clerk]
  )
}
