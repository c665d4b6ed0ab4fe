// JSON responses of an identity service, for the gallery and for tests.

type Json = Record<string, unknown>

const message = (id: number, text: string, type: 'info' | 'error' | 'success' = 'info', context: Json = {}) => ({
  id,
  text,
  type,
  context,
})
export const infoMessage = (id: number, text: string) => message(id, text)
export const errorMessage = (id: number, text: string) => message(id, text, 'error')
export const successMessage = (id: number, text: string) => message(id, text, 'success')

type More = { value?: unknown; label?: string; messages?: Json[] } & Json

export const inputNode = (group: string, name: string, type: string, { label, messages = [], ...more }: More = {}) => ({
  type: 'input',
  group,
  attributes: { name, type, disabled: false, node_type: 'input', ...more },
  messages,
  meta: label === undefined ? {} : { label: message(1070002, label) },
})

const csrf = inputNode('default', 'csrf_token', 'hidden', { value: 'bWFza2Vk', required: true })

export type FlowJson = ReturnType<typeof flowJson>
export function flowJson(
  id: string,
  nodes: readonly unknown[],
  { messages, ...more }: { messages?: readonly unknown[] } & Json = {}
) {
  return {
    id,
    type: 'browser',
    expires_at: '2099-01-01T00:00:00.123456Z',
    issued_at: '2026-01-01T00:00:00Z',
    request_url: 'https://console.example.com/api/.ory/self-service/login/browser',
    state: 'choose_method',
    ui: {
      action: 'https://elsewhere.example/self-service/login',
      method: 'POST',
      nodes: [csrf, ...nodes],
      ...(messages ? { messages } : {}),
    },
    ...more,
  }
}

const password = (autocomplete: string, more: More = {}) =>
  inputNode('password', 'password', 'password', { required: true, autocomplete, label: 'Password', ...more })
const method = (group: string, value: string, label: string) => inputNode(group, 'method', 'submit', { value, label })

export const loginFlow = (more: Json & { messages?: readonly unknown[] } = {}) =>
  flowJson(
    'login-1',
    [
      inputNode('default', 'identifier', 'text', { required: true, value: '', label: 'E-mail' }),
      password('current-password'),
      method('password', 'password', 'Sign in'),
    ],
    { refresh: false, requested_aal: 'aal1', ...more }
  )

export const refreshFlow = () =>
  flowJson(
    'login-refresh',
    [
      inputNode('default', 'identifier', 'hidden', { value: 'ada@example.com' }),
      password('current-password'),
      method('password', 'password', 'Sign in'),
    ],
    {
      refresh: true,
      requested_aal: 'aal1',
      messages: [infoMessage(1010003, 'Confirm that it is you by signing in again.')],
    }
  )

const totp = [
  inputNode('totp', 'totp_code', 'text', { required: true, value: '', label: 'Authentication code' }),
  method('totp', 'totp', 'Use the authenticator'),
]
const backupCode = [
  inputNode('lookup_secret', 'lookup_secret', 'text', { required: true, value: '', label: 'Backup code' }),
  method('lookup_secret', 'lookup_secret', 'Use a backup code'),
]
const options = JSON.stringify({
  publicKey: { challenge: 'AAAA', allowCredentials: [], userVerification: 'preferred' },
})
const securityKey = [
  inputNode('webauthn', 'webauthn_login', 'hidden', { value: '' }),
  {
    type: 'script',
    group: 'webauthn',
    attributes: { id: 'webauthn_script', src: '/.well-known/ory/webauthn.js', node_type: 'script' },
    messages: [],
    meta: {},
  },
  inputNode('webauthn', 'webauthn_login_trigger', 'button', {
    value: options,
    onclickTrigger: 'oryWebAuthnLogin',
    onclick: 'window.oryWebAuthnLogin()',
    label: 'Use a security key',
  }),
]

export const secondFactorFlow = (
  has: readonly ('totp' | 'code' | 'key')[] = ['totp', 'code', 'key'],
  messages: readonly unknown[] = [infoMessage(1010004, 'Please complete the second factor.')]
) =>
  flowJson(
    'login-2',
    [
      ...(has.includes('totp') ? totp : []),
      ...(has.includes('code') ? backupCode : []),
      ...(has.includes('key') ? securityKey : []),
    ],
    { refresh: false, requested_aal: 'aal2', messages }
  )

export const registrationFlow = (emailMessages: Json[] = []) =>
  flowJson('registration-1', [
    inputNode('default', 'traits.email', 'email', {
      required: true,
      autocomplete: 'email',
      label: 'E-mail',
      messages: emailMessages,
    }),
    inputNode('default', 'traits.name.first', 'text', { label: 'First name' }),
    inputNode('default', 'traits.name.last', 'text', { label: 'Last name' }),
    password('new-password'),
    method('password', 'password', 'Create account'),
  ])

type Step = 'address' | 'code' | 'wrong code'

const codeNodes = (label: string, messages: Json[]) => [
  inputNode('code', 'code', 'text', {
    required: true,
    value: '',
    label,
    autocomplete: 'one-time-code',
    pattern: '[0-9]+',
    maxlength: 6,
    messages,
  }),
  inputNode('code', 'method', 'hidden', { value: 'code' }),
  method('code', 'code', 'Continue'),
  inputNode('code', 'email', 'submit', { value: 'ada@example.com', label: 'Resend code' }),
]
const addressNodes = [
  inputNode('code', 'email', 'email', { required: true, value: '', label: 'E-mail' }),
  method('code', 'code', 'Continue'),
]

export const recoveryFlow = (step: Step = 'address') =>
  step === 'address'
    ? flowJson('recovery-1', addressNodes)
    : flowJson('recovery-1', codeNodes('Recovery code', []), {
        state: 'sent_email',
        messages:
          step === 'code'
            ? [infoMessage(1060003, 'If there is an account for that address, a code has been sent to it.')]
            : [errorMessage(4060006, 'The code is wrong or was already used.')],
      })

export const verificationFlow = (step: Step | 'passed' = 'address') =>
  step === 'address'
    ? flowJson('verification-1', addressNodes)
    : step === 'passed'
      ? flowJson(
          'verification-1',
          [
            {
              type: 'a',
              group: 'code',
              attributes: { id: 'continue', href: '/health', title: infoMessage(1070009, 'Continue'), node_type: 'a' },
              messages: [],
              meta: {},
            },
          ],
          { state: 'passed_challenge', messages: [successMessage(1080002, 'Your e-mail address is verified.')] }
        )
      : flowJson('verification-1', codeNodes('Verification code', []), {
          state: 'sent_email',
          messages:
            step === 'code'
              ? [infoMessage(1080003, 'A code has been sent to your address.')]
              : [errorMessage(4070006, 'The code is wrong or was already used.')],
        })

/** Black on white, and large enough to be visible. */
const qr = `data:image/svg+xml;utf8,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><path fill="#fff" d="M0 0h8v8H0z"/><path d="M1 1h2v2H1zM5 1h2v2H5zM1 5h2v2H1zM4 4h1v1H4zM6 5h1v2H6zM4 6h1v1H4z"/></svg>'
)}`

const codes = ['q2w3e4r5', 'a1s2d3f4', 'z9x8c7v6', 'p0o9i8u7', 'l1k2j3h4', 'm5n6b7v8'].map((code, index) =>
  index === 1
    ? message(1050014, 'Used on 3 March', 'info', { used_at: '2026-03-03T10:00:00Z' })
    : message(1050009, code, 'info', { secret: code })
)

export const settingsNodes = {
  profile: [
    inputNode('profile', 'traits.email', 'email', {
      value: 'ada@example.com',
      required: true,
      autocomplete: 'email',
      label: 'E-mail',
    }),
    inputNode('profile', 'traits.name.first', 'text', { value: 'Ada', label: 'First name' }),
    inputNode('profile', 'traits.name.last', 'text', { value: 'Lovelace', label: 'Last name' }),
    method('profile', 'profile', 'Save'),
  ],
  password: [password('new-password'), method('password', 'password', 'Save')],
  oidc: [
    inputNode('oidc', 'link', 'submit', { value: 'github', label: 'Link GitHub' }),
    inputNode('oidc', 'unlink', 'submit', { value: 'google', label: 'Unlink Google' }),
  ],
  noCodes: [
    inputNode('lookup_secret', 'lookup_secret_regenerate', 'submit', { value: 'true', label: 'Make new codes' }),
  ],
  codes: [
    {
      type: 'text',
      group: 'lookup_secret',
      attributes: {
        id: 'lookup_secret_codes',
        text: message(1050015, codes.map(({ text }) => text).join(', '), 'info', { secrets: codes }),
        node_type: 'text',
      },
      messages: [],
      meta: { label: infoMessage(1050010, 'These are your backup codes') },
    },
    inputNode('lookup_secret', 'lookup_secret_confirm', 'submit', { value: 'true', label: 'Confirm backup codes' }),
  ],
  totp: [
    {
      type: 'img',
      group: 'totp',
      attributes: { id: 'totp_qr', src: qr, width: 256, height: 256, node_type: 'img' },
      messages: [],
      meta: { label: infoMessage(1050005, 'QR code for the authenticator app') },
    },
    {
      type: 'text',
      group: 'totp',
      attributes: {
        id: 'totp_secret_key',
        text: message(1050006, 'JBSWY3DPEHPK3PXP', 'info', { secret: 'JBSWY3DPEHPK3PXP' }),
        node_type: 'text',
      },
      messages: [],
      meta: { label: infoMessage(1050017, 'Or type this secret into the app') },
    },
    inputNode('totp', 'totp_code', 'text', { required: true, value: '', label: 'Authentication code' }),
    method('totp', 'totp', 'Save'),
  ],
  totpSet: [inputNode('totp', 'totp_unlink', 'submit', { value: 'true', label: 'Unlink the authenticator app' })],
  keys: [
    inputNode('webauthn', 'webauthn_remove', 'submit', { value: 'a1b2', label: 'Remove the key “YubiKey 5”' }),
    inputNode('webauthn', 'webauthn_register_displayname', 'text', { value: '', label: 'Name of the key' }),
    inputNode('webauthn', 'webauthn_register', 'hidden', { value: '' }),
    inputNode('webauthn', 'webauthn_register_trigger', 'button', {
      value: options,
      onclickTrigger: 'oryWebAuthnRegistration',
      label: 'Add a key',
    }),
  ],
}

export const settingsFlow = (
  nodes: readonly unknown[] = [
    ...settingsNodes.profile,
    ...settingsNodes.password,
    ...settingsNodes.oidc,
    ...settingsNodes.codes,
    ...settingsNodes.totp,
    ...settingsNodes.keys,
  ],
  more: Json & { messages?: readonly unknown[] } = {}
) =>
  flowJson('settings-1', nodes, {
    state: 'show_form',
    identity: { id: 'ada', traits: { email: 'ada@example.com' } },
    ...more,
  })

/** Nodes with malicious content, and of unknown types. */
export const strangeNodes = [
  { type: 'hologram', group: 'default', attributes: { node_type: 'hologram' }, messages: [], meta: {} },
  { type: 'input', group: 'default', attributes: { type: 'text' } },
  'nonsense',
  {
    type: 'script',
    group: 'webauthn',
    attributes: { id: 'script', src: 'https://evil.example/x.js', node_type: 'script', async: true },
    messages: [],
    meta: {},
  },
  {
    type: 'a',
    group: 'default',
    attributes: { id: 'a', href: 'javascript:alert(1)', title: infoMessage(1, 'Press me'), node_type: 'a' },
    messages: [],
    meta: {},
  },
  {
    type: 'img',
    group: 'default',
    attributes: { id: 'i', src: 'https://evil.example/pixel.png', width: 1, height: 1, node_type: 'img' },
    messages: [],
    meta: { label: infoMessage(1, 'A picture') },
  },
  inputNode('default', 'legacy', 'button', { onclick: 'window.hacked = true', label: 'Old control' }),
  inputNode('telepathy', 'thought', 'text', { label: 'Your thought', value: '' }),
  inputNode('telepathy', 'method', 'submit', { value: 'telepathy', label: 'Think' }),
]
