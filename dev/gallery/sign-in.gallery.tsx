import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ComponentType, useMemo, useRef } from 'react'
import { about } from '@/api/about'
import { consoleConfigQuery } from '@/api/config'
import { flowSchema } from '../../src/api/sign-in/flow'
import { type SignedInSession, sessions } from '../../src/api/account/sessions'
import { tokens } from '@/api/account/tokens'
import { SessionError, StoredErrorView } from '@/views/sign-in/error'
import { LoginPage } from '@/views/sign-in/login'
import { RecoveryPage, RegistrationPage, VerificationPage } from '@/views/sign-in/other-flows'
import { ProfilePage } from '@/views/sign-in/profile.page'
import type { FlowPage, FlowState } from '@/views/sign-in/use-flow'
import { GalleryConsole } from './gallery-console'
import type { Exhibit } from './exhibit'
import {
  type FlowJson,
  successMessage,
  loginFlow,
  recoveryFlow,
  refreshFlow,
  registrationFlow,
  secondFactorFlow,
  settingsFlow,
  settingsNodes,
  strangeNodes,
  verificationFlow,
  errorMessage,
} from './flow-examples'

const signedIn = (id: string, device: string, address: string): SignedInSession => ({
  id,
  device,
  address,
  signedInAt: new Date(Date.now() - 7_500_000).toISOString(),
  lastUsedAt: new Date(Date.now() - 300_000).toISOString(),
})

const queries = new QueryClient({ defaultOptions: { queries: { enabled: false } } })
const deployment = { backend: 'embedded', signIn: 'kratos' } as const
queries.setQueryData(consoleConfigQuery().queryKey, { version: '1.0.871', ...deployment })
queries.setQueryData(about().queryKey, 'v1.1.2')
queries.setQueryData(sessions.list().queryKey, {
  here: signedIn('here', 'Firefox on Windows', '192.0.2.1'),
  others: [
    signedIn('phone', 'Safari on iPhone', '192.0.2.7'),
    signedIn('laptop', 'Samsung Internet on Android', '2001:db8:85a3:8d3:1319:8a2e:370:7348'),
  ],
  total: 2,
})

queries.setQueryData(tokens.list().queryKey, [
  {
    id: '5a000098-0000-4000-8000-000000000001',
    name: 'nightly backup',
    created_at: new Date(Date.now() - 86_400_000).toISOString(),
    expires_at: new Date(Date.now() + 86_400_000 * 60).toISOString(),
    last_used_at: new Date(Date.now() - 300_000).toISOString(),
    roles: ['viewer'],
  },
  {
    id: '5a000098-0000-4000-8000-000000000002',
    name: 'deployment-of-the-warehouse-in-leeds-and-its-three-replicas',
    created_at: new Date(Date.now() - 86_400_000).toISOString(),
    expires_at: new Date(Date.now() - 3_600_000).toISOString(),
    last_used_at: null,
    roles: null,
  },
])

/** A page whose requests never get a response. */
function still(Page: ComponentType<{ page: FlowPage }>, stage: FlowState) {
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

/** The profile, which is a page of the console. */
function profile(stage: FlowState) {
  const Page = still(ProfilePage, stage)
  return () => (
    <GalleryConsole roles={['admin']} account={{ name: 'Ada Lovelace' }} deployment={deployment}>
      <Page />
    </GalleryConsole>
  )
}

const shown = (json: FlowJson, restartReason?: string): FlowState => ({
  is: 'flow',
  flow: flowSchema.parse(json),
  restartReason,
})
const all = [
  ...settingsNodes.profile,
  ...settingsNodes.password,
  ...settingsNodes.oidc,
  ...settingsNodes.codes,
  ...settingsNodes.totp,
  ...settingsNodes.keys,
]

/** The pages of the identity service, in all their states. */
export default {
  title: 'Sign-in',
  states: {},
  pages: {
    'Sign in': still(LoginPage, shown(loginFlow())),
    'Wrong password': still(
      LoginPage,
      shown(loginFlow({ messages: [errorMessage(4000006, 'The e-mail address or the password is not right.')] }))
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
    'Register, wrong': still(
      RegistrationPage,
      shown(registrationFlow([errorMessage(4000040, 'This is not an e-mail address.')]))
    ),
    'Registration closed': still(RegistrationPage, {
      is: 'closed',
      message: 'Registration is closed. Ask an administrator for an invitation.',
    }),
    Recover: still(RecoveryPage, shown(recoveryFlow())),
    'Recovery sent': still(RecoveryPage, shown(recoveryFlow('code'))),
    'Recovery, wrong code': still(RecoveryPage, shown(recoveryFlow('wrong code'))),
    Verify: still(VerificationPage, shown(verificationFlow('code'))),
    Verified: still(VerificationPage, shown(verificationFlow('passed'))),
    Profile: profile(shown(settingsFlow(all))),
    'Profile saved': profile(
      shown(
        settingsFlow([...settingsNodes.profile, ...settingsNodes.noCodes, ...settingsNodes.totpSet], {
          state: 'success',
          messages: [successMessage(1050001, 'Your changes have been saved.')],
        })
      )
    ),
    'Profile, new address': profile(
      shown(
        settingsFlow([...settingsNodes.profile], {
          state: 'success',
          messages: [successMessage(1050001, 'Saved.')],
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
