import { useState } from 'react'
import { Link, Redirect } from 'wouter'
import type { Flow } from '@/api/sign-in/flow'
import { signInPaths } from '@/shared/pages/sign-in'
import { addReturnTo } from '@/lib/sign-in/add-return-to'
import { keepInvitation, readInvitation } from '@/shared/sign-in/invitation'
import { resolveReturnTo } from '@/lib/sign-in/return-to'
import { Button } from '../../ui/button'
import { RadioField } from '../../ui/form/fields/choices'
import { endingMessage } from './endings'
import { FlowStage, WholeForm } from './flow-stage'
import { NEEDS_INVITATION } from './flow-steps'
import { SignInFrame } from './frame'
import { signOutAndLeave } from './sign-out'
import css from './sign-in.module.css'
import { type FlowPage, useFlow } from './use-flow'

/** Sign-in, password confirmation or second factor, depending on the flow, or on the URL until the flow has loaded. */
export function Login() {
  const invitation = readInvitation(location.search)
  if (invitation === undefined) return <SignInForm />
  // Users who were invited have no account yet, so registration comes first.
  const back = new URLSearchParams(location.search).get('return_to')
  const page = keepInvitation(signInPaths.registration, invitation)
  return <Redirect to={back === null ? page : addReturnTo(page, back)} replace />
}

const SignInForm = () => <LoginPage page={useFlow('login')} />

export function LoginPage({ page }: { page: FlowPage }) {
  const { stage, back } = page
  // The second step follows on the same page.
  const params = new URLSearchParams(location.search)
  // Mission Control redirects here when it refuses a registration.
  const openingReason = params.get('error') === 'invite_required' ? NEEDS_INVITATION : endingMessage(history.state)
  const flow = stage.is === 'flow' ? stage.flow : undefined
  const isSecond = flow ? flow.level === 'aal2' : params.get('aal')?.toLowerCase() === 'aal2'
  const isRefresh = flow ? flow.isRefresh : params.get('refresh') === 'true'
  const title = isSecond ? 'Two-Factor Authentication' : isRefresh ? 'Confirm Action' : 'Sign In to your account'
  const to = (path: string) => (back === undefined ? path : addReturnTo(path, back))
  const links =
    isSecond || isRefresh ? (
      <>
        {isRefresh && back !== undefined && (
          <a href={resolveReturnTo(back, location.origin)}>Go back without confirming</a>
        )}
        <Button tone="bare" onPress={() => void signOutAndLeave(back)}>
          Sign out
        </Button>
      </>
    ) : (
      <>
        <Link href={to(signInPaths.recovery)}>Reset password</Link>
        <Link href={to(signInPaths.registration)}>Create account</Link>
      </>
    )
  return (
    <SignInFrame title={title} links={links}>
      <FlowStage page={page} label={title} openingReason={openingReason}>
        {isSecond ? (shown) => <SecondFactor page={page} flow={shown} label={title} /> : undefined}
      </FlowStage>
    </SignInFrame>
  )
}

const factors = [
  { group: 'totp', label: 'Authenticator app' },
  { group: 'lookup_secret', label: 'Backup code' },
  { group: 'webauthn', label: 'Security key' },
  { group: 'passkey', label: 'Passkey' },
  { group: 'code', label: 'Code by message' },
] as const

/** The second factors of the user, one at a time. */
function SecondFactor({ page, flow, label }: { page: FlowPage; flow: Flow; label: string }) {
  const groups = [...new Set(flow.nodes.map(({ group }) => group))].filter((group) => group !== 'default')
  const known = factors.filter(({ group }) => groups.includes(group))
  const others = groups.filter((group) => !factors.some((factor) => factor.group === group))
  const choices = [
    ...known.map(({ group, label: text }) => ({ value: group as string, label: text })),
    ...others.map((group) => ({ value: group, label: group })),
  ]
  const [picked, setPicked] = useState<string>()
  const chosen = choices.find(({ value }) => value === picked) ?? choices[0]
  if (!chosen)
    return (
      <p>
        Your account needs a second factor, but none is set up that could be used here. Sign out, and ask an
        administrator for help.
      </p>
    )
  return (
    <>
      {choices.length > 1 && (
        <div className={css.choice}>
          <RadioField label="Confirm with" value={chosen.value} onChange={setPicked} options={choices} />
        </div>
      )}
      <WholeForm
        key={chosen.value}
        page={page}
        flowId={flow.id}
        label={`${label}: ${chosen.label}`}
        // Choosing with the arrow keys must not move focus out of the choices.
        isFocused={picked === undefined}
        nodes={flow.nodes.filter(({ group }) => group === 'default' || group === chosen.value)}
      />
    </>
  )
}
