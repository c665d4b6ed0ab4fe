import { Link } from 'wouter'
import { signInPaths } from '@/shared/pages/sign-in'
import { addReturnTo } from '@/lib/sign-in/add-return-to'
import { readInvitation } from '@/shared/sign-in/invitation'
import { resolveReturnTo } from '@/lib/sign-in/return-to'
import { FlowStage } from './flow-stage'
import { SignInFrame } from './frame'
import { type FlowPage, useFlow } from './use-flow'

type Props = { page: FlowPage }

const toLogin = (back: string | undefined) =>
  back === undefined ? signInPaths.login : addReturnTo(signInPaths.login, back)

export const Registration = () => <RegistrationPage page={useFlow('registration')} />

export function RegistrationPage({ page }: Props) {
  const isInvited = readInvitation(location.search) !== undefined
  return (
    <SignInFrame
      title={isInvited ? 'You were invited to create an account' : 'Create account'}
      links={<Link href={toLogin(page.back)}>Sign in</Link>}
    >
      <FlowStage page={page} label="Create account" />
    </SignInFrame>
  )
}

export const Recovery = () => <RecoveryPage page={useFlow('recovery')} />

export function RecoveryPage({ page }: Props) {
  return (
    <SignInFrame title="Recover account" links={<Link href={toLogin(page.back)}>Go back</Link>}>
      <FlowStage page={page} label="Recover account" />
    </SignInFrame>
  )
}

export const Verification = () => <VerificationPage page={useFlow('verification')} />

export function VerificationPage({ page }: Props) {
  return (
    <SignInFrame title="Verify your account" links={<a href={resolveReturnTo(page.back, location.origin)}>Go back</a>}>
      <FlowStage page={page} label="Verify your account" />
    </SignInFrame>
  )
}
