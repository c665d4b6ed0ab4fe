import { useEffect, useRef } from 'react'
import { announce } from '../../ui/voice'
import { usePreferences } from '../shared/stores'
import { formatDigest, noHealthChanges, addHealthChanges } from './digest'
import type { HealthRow } from './order'

const EVERY_MS = 30_000

/** Announces background changes according to the preference, at most every 30 seconds. */
export function useDigest(checks: readonly HealthRow[] | undefined) {
  const { speech } = usePreferences()
  const state = useRef({ before: checks, changes: noHealthChanges, saidAt: -Infinity })
  useEffect(() => {
    const now = state.current
    if (!checks || speech === 'off') {
      state.current = { ...now, before: checks, changes: noHealthChanges }
      return undefined
    }
    now.changes = addHealthChanges(now.changes, now.before ?? checks, checks)
    now.before = checks
    const text = formatDigest(now.changes, speech)
    if (text === undefined) return undefined
    const timer = setTimeout(
      () => {
        announce(text)
        state.current = { before: checks, changes: noHealthChanges, saidAt: performance.now() }
      },
      Math.max(0, now.saidAt + EVERY_MS - performance.now())
    )
    return () => clearTimeout(timer)
  }, [checks, speech])
}
