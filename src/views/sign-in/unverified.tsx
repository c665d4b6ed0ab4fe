import { Mail } from 'lucide-react'
import { Link } from 'wouter'
import type { Flow } from '@/api/sign-in/flow'
import { profilePage, signInPaths } from '@/shared/pages/sign-in'
import { addReturnTo } from '@/lib/sign-in/return-to'
import css from './sign-in.module.css'

/** A notice about an unverified address to which a code was sent, with a link to enter the code. */
export function UnverifiedAddress({ flow }: { flow: Flow }) {
  if (flow.unverified === undefined) return null
  const started = flow.continueWith.find(({ action }) => action === 'show_verification_ui')?.flow?.id
  // Without a flow in this response, the page prompts for the address again.
  const page =
    started === undefined ? signInPaths.verification : `${signInPaths.verification}?flow=${encodeURIComponent(started)}`
  return (
    <p className={css.message} data-tone="info">
      <Mail size={15} strokeWidth={1.9} aria-hidden="true" />
      <span>
        A code was sent to {flow.unverified}, which is not verified yet.{' '}
        <Link className={css.go} href={addReturnTo(page, profilePage.path)}>
          Verify the address
        </Link>
      </span>
    </p>
  )
}
