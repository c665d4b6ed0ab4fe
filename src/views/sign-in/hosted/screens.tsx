import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { navigate } from 'wouter/use-browser-location'
import { Button } from '@/ui/button'
import { useAnnouncement, useTimeout } from '@/ui/hooks'
import { useOnline } from '@/ui/use-online'
import { SignInFrame } from '../frame'
import css from '../sign-in.module.css'

/** Shown while the sign-in service loads or responds. */
export const SigningIn = () => (
  <SignInFrame title="Signing in">
    <p className={css.waiting}>Loading…</p>
  </SignInFrame>
)

/** Redirects at once. @param to an address of this origin */
export function Redirect({ to }: { to: string }) {
  useEffect(() => navigate(to, { replace: true }), [to])
  return <SigningIn />
}

/** Milliseconds before giving up. Longer than the service's own timeout for its script. */
const PATIENCE_MS = 25_000

/** Shown while the script loads. The requests of the script have no time limit, so this screen has one. */
export function LoadingService({ host, onRetry }: { host: string; onRetry: () => void }) {
  const [isLate, setLate] = useState(false)
  useTimeout(PATIENCE_MS, () => setLate(true))
  return isLate ? <UnreachableService host={host} onRetry={onRetry} /> : <SigningIn />
}

/** Shown when the deployment uses Clerk without a valid key. */
export function InvalidKey({ isMissing }: { isMissing: boolean }) {
  const title = isMissing ? 'Sign-in is not set up' : 'The key of the sign-in service is not valid'
  useSpoken(title)
  return (
    <SignInFrame title={title} isRead>
      <p>
        {isMissing
          ? 'This console uses Clerk for sign-in, but no publishable key is set. '
          : 'This console uses Clerk for sign-in, but its publishable key does not belong to an instance. '}
        The operator must set CLERK_PUBLISHABLE_KEY for the server and restart it.
      </p>
    </SignInFrame>
  )
}

/** Shown when the script of the service could not be loaded. */
export function UnreachableService({ host, onRetry }: { host: string; onRetry: () => void }) {
  const isOnline = useOnline()
  const title = 'Could not reach the sign-in service'
  useSpoken(title)
  return (
    <SignInFrame title={title} isRead>
      <p>
        {isOnline
          ? `The sign-in forms come from ${host}, which did not answer. The host may be down, or the network may block it.`
          : 'No internet connection. The sign-in forms are loaded from the internet.'}
      </p>
      <Button className={css.wide} tone="primary" onPress={onRetry}>
        Try again
      </Button>
    </SignInFrame>
  )
}

/** Milliseconds between checks whether the backend of an organisation responds. */
const EVERY_MS = 10_000

/** Shown while an organisation has no backend, or its backend does not respond yet. */
export function Provisioning({ onCheck, links }: { onCheck: () => unknown; links?: ReactNode }) {
  const check = useEffectEvent(onCheck)
  useEffect(() => {
    const timer = setInterval(() => void check(), EVERY_MS)
    return () => clearInterval(timer)
  }, [])
  useSpoken('Please wait, instance provisioning in-progress ...')
  return (
    <SignInFrame title="Almost there" links={links} isRead>
      <p>Please wait, instance provisioning in-progress ...</p>
      <p className={css.waiting}>This page continues automatically.</p>
      <Button className={css.wide} onPress={() => void onCheck()}>
        Check now
      </Button>
    </SignInFrame>
  )
}

type NoEntryProps = { title: string; why: string; onRetry: () => void; links?: ReactNode }

/** A permanent problem with the organisation or its backend. */
export function EntryError({ title, why, onRetry, links }: NoEntryProps) {
  useSpoken(`${title}. ${why}`)
  return (
    <SignInFrame title={title} links={links} isRead>
      <p>{why}</p>
      <Button className={css.wide} tone="primary" onPress={onRetry}>
        Try again
      </Button>
    </SignInFrame>
  )
}

/** Announces a screen, because it appears without a user action. */
function useSpoken(words: string) {
  useAnnouncement(words, { key: 'hosted' })
}
