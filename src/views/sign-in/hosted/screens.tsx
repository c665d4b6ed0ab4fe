import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Button } from '../../../ui/button'
import { useOnline } from '../../../ui/use-online'
import { announce } from '../../../ui/voice'
import { Frame } from '../frame'
import css from '../sign-in.module.css'

/** Shown while the sign-in service loads or answers. */
export const Waiting = () => (
  <Frame title="Signing in">
    <p className={css.waiting}>Loading…</p>
  </Frame>
)

/** Longer than the service itself takes to give up loading its script. */
const PATIENCE_MS = 25_000

/** Shown while the script loads. The requests of the script have no time limit, so this screen has one. */
export function Loading({ host, onRetry }: { host: string; onRetry: () => void }) {
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), PATIENCE_MS)
    return () => clearTimeout(timer)
  }, [])
  return isLate ? <Unreachable host={host} onRetry={onRetry} /> : <Waiting />
}

/** Shown when the deployment uses Clerk without a valid key. */
export function BadKey({ isMissing }: { isMissing: boolean }) {
  const title = isMissing ? 'Sign-in is not set up' : 'The key of the sign-in service is not valid'
  useSpoken(title)
  return (
    <Frame title={title} isRead>
      <p>
        {isMissing
          ? 'This console signs people in with Clerk, but has no publishable key of an instance. '
          : 'This console signs people in with Clerk, but its publishable key names no instance. '}
        Whoever runs the console sets it where the server is started, as CLERK_PUBLISHABLE_KEY, and starts it again.
      </p>
    </Frame>
  )
}

/** Shown when the script of the service could not be loaded. */
export function Unreachable({ host, onRetry }: { host: string; onRetry: () => void }) {
  const isOnline = useOnline()
  const title = 'Could not reach the sign-in service'
  useSpoken(title)
  return (
    <Frame title={title} isRead>
      <p>
        {isOnline
          ? `The forms that sign in come from ${host}, which did not answer. It may be away, or something on the way may block it.`
          : 'No internet connection. The forms that sign in come from outside.'}
      </p>
      <Button className={css.wide} tone="primary" onPress={onRetry}>
        Try again
      </Button>
    </Frame>
  )
}

/** How often to check whether the backend of an organisation answers. */
const EVERY_MS = 10_000

/** Shown while an organisation has no backend, or the backend does not answer yet. */
export function Provisioning({ onCheck, links }: { onCheck: () => unknown; links?: ReactNode }) {
  const latest = useRef(onCheck)
  useEffect(() => {
    latest.current = onCheck
  })
  useEffect(() => {
    const timer = setInterval(() => void latest.current(), EVERY_MS)
    return () => clearInterval(timer)
  }, [])
  useSpoken('Please wait, instance provisioning in-progress ...')
  return (
    <Frame title="Almost there" links={links} isRead>
      <p>Please wait, instance provisioning in-progress ...</p>
      <p className={css.waiting}>This page goes on by itself.</p>
      <Button className={css.wide} onPress={() => void onCheck()}>
        Check now
      </Button>
    </Frame>
  )
}

type NoEntryProps = { title: string; why: string; onRetry: () => void; links?: ReactNode }

/** A problem with the organisation or its backend that waiting does not solve. */
export function NoEntry({ title, why, onRetry, links }: NoEntryProps) {
  useSpoken(`${title}. ${why}`)
  return (
    <Frame title={title} links={links} isRead>
      <p>{why}</p>
      <Button className={css.wide} tone="primary" onPress={onRetry}>
        Try again
      </Button>
    </Frame>
  )
}

/** Announces a screen, because it appears without an action of the person. */
function useSpoken(words: string) {
  useEffect(() => announce(words, { key: 'hosted' }), [words])
}
