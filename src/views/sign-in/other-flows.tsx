import { Link } from 'wouter'
import { paths } from '../../lib/paths'
import { returnTo, withReturn } from '../../lib/return-to'
import { FlowStage } from './flow-stage'
import { Frame } from './frame'
import { useFlow } from './use-flow'

const toLogin = (back: string | undefined) => (back === undefined ? paths.login : withReturn(paths.login, back))

export function Registration() {
  const page = useFlow('registration')
  return (
    <Frame title="Create account" links={<Link href={toLogin(page.back)}>Sign in</Link>}>
      <FlowStage page={page} label="Create account" />
    </Frame>
  )
}

export function Recovery() {
  const page = useFlow('recovery')
  return (
    <Frame title="Recover account" links={<Link href={toLogin(page.back)}>Go back</Link>}>
      <FlowStage page={page} label="Recover account" />
    </Frame>
  )
}

export function Verification() {
  const page = useFlow('verification')
  return (
    <Frame title="Verify your account" links={<a href={returnTo(page.back, location.origin)}>Go back</a>}>
      <FlowStage page={page} label="Verify your account" />
    </Frame>
  )
}
