import { Link } from 'wouter'
import { paths } from '../../lib/paths'
import { returnTo, withReturn } from '../../lib/return-to'
import { FlowStage } from './flow-stage'
import { Frame } from './frame'
import { type FlowPage, useFlow } from './use-flow'

type Props = { page: FlowPage }

const toLogin = (back: string | undefined) => (back === undefined ? paths.login : withReturn(paths.login, back))

export const Registration = () => <RegistrationPage page={useFlow('registration')} />

export function RegistrationPage({ page }: Props) {
  return (
    <Frame title="Create account" links={<Link href={toLogin(page.back)}>Sign in</Link>}>
      <FlowStage page={page} label="Create account" />
    </Frame>
  )
}

export const Recovery = () => <RecoveryPage page={useFlow('recovery')} />

export function RecoveryPage({ page }: Props) {
  return (
    <Frame title="Recover account" links={<Link href={toLogin(page.back)}>Go back</Link>}>
      <FlowStage page={page} label="Recover account" />
    </Frame>
  )
}

export const Verification = () => <VerificationPage page={useFlow('verification')} />

export function VerificationPage({ page }: Props) {
  return (
    <Frame title="Verify your account" links={<a href={returnTo(page.back, location.origin)}>Go back</a>}>
      <FlowStage page={page} label="Verify your account" />
    </Frame>
  )
}
