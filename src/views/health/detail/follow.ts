import { useEffect } from 'react'
import { z } from 'zod/mini'
import { usePreferences } from '../../shell/stores'
import { healthUrl } from '../url'
import { detailUrl } from './url'

/** Long enough not to ask for what the cursor only passes. */
const REST_MS = 150

/** While a detail stands beside the list and is to follow, it shows the row on which the cursor rests. */
export function useFollow(cursor: string | undefined) {
  const { detailFollows } = usePreferences()
  const { checkId } = healthUrl.use()
  const { detail } = detailUrl.use()
  const isFollowing = detailFollows && checkId !== undefined && detail === 'beside'
  useEffect(() => {
    // A group has no detail.
    if (!isFollowing || !z.guid().safeParse(cursor).success) return
    const timer = setTimeout(() => healthUrl.set({ checkId: cursor }, 'replace'), REST_MS)
    return () => clearTimeout(timer)
    // Opening another check by itself is not to be taken back: only the cursor leads.
  }, [isFollowing, cursor])
}
