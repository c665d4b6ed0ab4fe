import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ComponentType, useMemo, useRef } from 'react'
import { flow } from '../../api/flow'
import { SessionError, StoredErrorView } from '../sign-in/error'
import { LoginPage } from '../sign-in/login'
import { RecoveryPage, RegistrationPage, VerificationPage } from '../sign-in/other-flows'
import { SettingsPage } from '../sign-in/settings'
import type { FlowPage, Stage } from '../sign-in/use-flow'
import type { Exhibit } from './exhibit'
import {
  type FlowJson,
  good,
  loginFlow,
  recoveryFlow,
  refreshFlow,
  registrationFlow,
  secondFactorFlow,
  settingsFlow,
  settingsNodes,
  strangeNodes,
  verificationFlow,
  wrong,
} from './flow-examples'

const queries = new QueryClient()

/** A page whose requests are never answered. */
function still(Page: ComponentType<{ page: FlowPage }>, stage: Stage) {
  return function Still() {
    const typed = useRef({})
    const page = useMemo(
      () => ({
        stage,
        back: undefined,
        typed,
        send: () => new Promise<never>(() => undefined),
        restart: () => undefined,
      }),
      []
    )
    return (
      <QueryClientProvider client={queries}>
        <Page page={page} />
      </QueryClientProvider>
    )
  }
}

const shown = (json: FlowJson, said?: string): Stage => ({ is: 'flow', flow: flow.parse(json), said })
const all = [
  ...settingsNodes.profile,
  ...settingsNodes.password,
  ...settingsNodes.oidc,
  ...settingsNodes.codes,
  ...settingsNodes.totp,
  ...settingsNodes.keys,
]

/** The pages outside the shell, in all their states. */
export default {
  title: 'Sign-in',
  states: {},
  pages: {
    'Sign in': still(LoginPage, shown(loginFlow())),
    'Wrong password': still(
      LoginPage,
      shown(loginFlow({ messages: [wrong(4000006, 'The e-mail address or the password is not right.')] }))
    ),
    'Started over': still(LoginPage, shown(loginFlow(), 'Your interaction expired, please fill out the form again.')),
    Loading: still(LoginPage, { is: 'loading' }),
    Unreachable: still(LoginPage, { is: 'failed', message: 'Network Error. Please try again.' }),
    'Confirm action': still(LoginPage, shown(refreshFlow())),
    'Second factor': still(LoginPage, shown(secondFactorFlow())),
    'No second factor': still(LoginPage, shown(secondFactorFlow([]))),
    'Strange nodes': still(
      LoginPage,
      shown({
        ...loginFlow(),
        ui: { ...loginFlow().ui, nodes: [...loginFlow().ui.nodes, ...(strangeNodes as never[])] },
      })
    ),
    'About to expire': still(
      LoginPage,
      shown({ ...loginFlow(), expires_at: new Date(Date.now() + 50_000).toISOString() })
    ),
    Register: still(RegistrationPage, shown(registrationFlow())),
    'Register, wrong': still(RegistrationPage, shown(registrationFlow([wrong(4000040, 'This is no e-mail address.')]))),
    'Registration closed': still(RegistrationPage, {
      is: 'closed',
      message: 'Registration is closed. Ask an administrator for an invitation.',
    }),
    Recover: still(RecoveryPage, shown(recoveryFlow())),
    'Recovery sent': still(RecoveryPage, shown(recoveryFlow('code'))),
    'Recovery, wrong code': still(RecoveryPage, shown(recoveryFlow('wrong code'))),
    Verify: still(VerificationPage, shown(verificationFlow('code'))),
    Verified: still(VerificationPage, shown(verificationFlow('passed'))),
    Profile: still(SettingsPage, shown(settingsFlow(all))),
    'Profile saved': still(
      SettingsPage,
      shown(
        settingsFlow([...settingsNodes.profile, ...settingsNodes.noCodes, ...settingsNodes.totpSet], {
          state: 'success',
          messages: [good(1050001, 'Your changes have been saved.')],
        })
      )
    ),
    'Profile, new address': still(
      SettingsPage,
      shown(
        settingsFlow([...settingsNodes.profile], {
          state: 'success',
          messages: [good(1050001, 'Saved.')],
          identity: {
            id: 'ada',
            verifiable_addresses: [{ value: 'ada.byron@example.com', verified: false, via: 'email', status: 'sent' }],
          },
          continue_with: [{ action: 'show_verification_ui', flow: { id: 'verification-1' } }],
        })
      )
    ),
    'Bad session': () => <SessionError isBad back={undefined} />,
    'Unknown error': () => <SessionError isBad={false} back={undefined} />,
    'Flow error': () => (
      <StoredErrorView
        error={{
          is: 'error',
          code: 500,
          message: 'Internal Server Error',
          reason: 'The provider did not answer in time: https://accounts.provider.example/oauth2/token',
        }}
      />
    ),
  },
} satisfies Exhibit
