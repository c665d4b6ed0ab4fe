import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { openSignIn } from '@tests/helpers/sign-in-page'
import type { FlowKind } from '@/api/sign-in/flow'
import { flowJson, inputNode, settingsFlow, errorMessage } from '@dev/gallery/flow-examples'

// The submit button that is sent in a form with several methods. Enter is pressed on a real keyboard, because the test
// covers the behaviour of the browser.

const start = `${location.pathname}${location.search}`
beforeEach(() => {
  sessionStorage.clear()
  return () => history.replaceState(null, '', start)
})

type Node = ReturnType<typeof inputNode>
const submit = (group: string, name: string, value: string, more = {}) =>
  inputNode(group, name, 'submit', { value, label: `${name} ${value}`, ...more })

const blocks: Readonly<Record<string, readonly Node[]>> = {
  default: [inputNode('default', 'identifier', 'text', { value: 'ada', label: 'E-mail' })],
  password: [
    inputNode('password', 'password', 'password', { value: '', label: 'Password' }),
    submit('password', 'method', 'password'),
  ],
  oidc: [submit('oidc', 'provider', 'google'), submit('oidc', 'provider', 'github')],
  code: [submit('code', 'method', 'code')],
  webauthn: [submit('webauthn', 'method', 'webauthn')],
  passkey: [
    inputNode('passkey', 'passkey_login', 'hidden', { value: '' }),
    inputNode('passkey', 'passkey_login_trigger', 'button', { onclickTrigger: 'oryPasskeyLogin', label: 'Passkey' }),
  ],
}

/** Orders in which each method is first once, and the order of Kratos and its reverse. */
const orders = [
  ['oidc', 'default', 'webauthn', 'passkey', 'code', 'password'],
  ['password', 'code', 'passkey', 'webauthn', 'default', 'oidc'],
  ['code', 'oidc', 'default', 'password', 'webauthn', 'passkey'],
  ['webauthn', 'code', 'oidc', 'password', 'passkey', 'default'],
  ['passkey', 'webauthn', 'password', 'oidc', 'code', 'default'],
  ['default', 'oidc', 'code', 'password', 'webauthn', 'passkey'],
].map((order) => [order.join(', '), order.flatMap((group) => blocks[group] ?? [])] as const)

function openFlow(kind: FlowKind, nodes: readonly Node[]) {
  const answer = (count: number) => {
    const messages = [errorMessage(4000006, `Answer ${count}`)]
    return kind === 'settings' ? settingsFlow(nodes, { messages }) : flowJson(`${kind}-1`, nodes, { messages })
  }
  const path = `/self-service/${kind}`
  let count = 0
  const { identity } = openSignIn(kind === 'settings' ? '/profile-settings' : `/${kind}`, {
    [`GET ${path}/browser`]: { body: answer(0) },
    [`POST ${path}`]: () => ({ status: 400, body: answer(identity.count(`POST ${path}`)) }),
  })
  /** The requests since the last call, once the form can be sent again. */
  return async () => {
    count++
    await screen.findByText(`Answer ${count}`, { ignore: '[id^=voice] *' })
    await waitFor(() => expect(screen.queryByTitle('Being sent.')).toBeNull())
    const { csrf_token: _csrf, ...sent } = identity.sent(path) ?? {}
    return sent
  }
}

const field = (name: string | RegExp) => screen.findByLabelText<HTMLInputElement>(name, { selector: 'input' })
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name })

test.each(orders)(
  'Enter submits the method of its field, regardless of the order of the service: %s',
  async (_order, nodes) => {
    const sent = openFlow('login', nodes)
    const password = await field('Password')
    await userEvent.type(password, 'horse{Enter}')
    expect(await sent()).toEqual({ identifier: 'ada', password: 'horse', method: 'password' })
    ;(await field('E-mail')).focus()
    await userEvent.keyboard('{Enter}')
    expect(await sent()).toMatchObject({ method: 'password' })
  }
)

test.each(orders)('a scripted click sends the clicked button while a field has focus: %s', async (_order, nodes) => {
  const sent = openFlow('login', nodes)
  const password = await field('Password')
  const others = [
    ['provider', 'google'],
    ['provider', 'github'],
    ['method', 'code'],
    ['method', 'webauthn'],
    ['method', 'password'],
  ] as const
  await userEvent.type(password, 'horse')
  for (const [name, value] of others) {
    password.focus()
    button(`${name} ${value}`).click()
    expect(await sent()).toMatchObject({ [name]: value })
    password.focus()
    password.form?.requestSubmit(button(`${name} ${value}`))
    expect(await sent()).toMatchObject({ [name]: value })
  }
  password.focus()
  password.form?.requestSubmit()
  expect(await sent()).toMatchObject({ method: 'password' })
})

test('a scripted submit without a focused field sends the first visible submit', async () => {
  const sent = openFlow(
    'login',
    ['oidc', 'code', 'password', 'default'].flatMap((group) => blocks[group] ?? [])
  )
  const password = await field('Password')
  await userEvent.type(password, 'horse')
  password.blur()
  password.form?.requestSubmit()
  expect(await sent()).toMatchObject({ method: 'password' })
})

test('a field without a submit of its own is sent with the first visible one, and providers are last', async () => {
  const sent = openFlow(
    'login',
    ['oidc', 'webauthn', 'default', 'passkey'].flatMap((group) => blocks[group] ?? [])
  )
  ;(await field('E-mail')).focus()
  await userEvent.keyboard('{Enter}')
  expect(await sent()).toEqual({ identifier: 'ada', method: 'webauthn' })
  const names = screen.getAllByRole('button').map(({ textContent }) => textContent)
  expect(names.filter((name) => name.startsWith('provider'))).toEqual(names.slice(-2))
})

test('a field whose own submit is disabled sends nothing', async () => {
  const sent = openFlow('login', [
    ...(blocks['oidc'] ?? []),
    ...(blocks['default'] ?? []),
    inputNode('password', 'password', 'password', { value: '', label: 'Password' }),
    submit('password', 'method', 'password', { disabled: true }),
  ])
  await userEvent.type(await field('Password'), 'horse{Enter}')
  button('provider google').click()
  expect(await sent()).toMatchObject({ provider: 'google' })
})

test.each(['registration', 'recovery', 'verification'] as const)(
  'in a form of %s Enter sends the code, and does not resend it or go back',
  async (kind) => {
    const sent = openFlow(kind, [
      ...(blocks['oidc'] ?? []),
      submit('code', 'email', 'ada@example.com'),
      submit('profile', 'screen', 'previous'),
      inputNode('code', 'code', 'text', { value: '', label: 'Code', autocomplete: 'one-time-code' }),
      inputNode('code', 'method', 'hidden', { value: 'code' }),
      submit('code', 'method', 'code'),
    ])
    await userEvent.type(await field('Code'), '123456{Enter}')
    expect(await sent()).toEqual({ code: '123456', method: 'code' })
    button('email ada@example.com').click()
    expect(await sent()).toEqual({ email: 'ada@example.com', method: 'code' })
    button('screen previous').click()
    expect(await sent()).toEqual({ screen: 'previous', method: 'profile' })
  }
)

test('on the account page Enter acts only on its form and removes nothing', async () => {
  const sent = openFlow('settings', [
    submit('oidc', 'unlink', 'google'),
    submit('password', 'method', 'password'),
    inputNode('password', 'password', 'password', { value: '', label: 'Password' }),
    submit('totp', 'totp_unlink', 'true'),
    inputNode('totp', 'totp_code', 'text', { value: '', label: 'Code of the app' }),
    submit('totp', 'method', 'totp'),
  ])
  await userEvent.type(await field('Password'), 'horse{Enter}')
  expect(await sent()).toEqual({ password: 'horse', method: 'password' })
  await userEvent.type(await field('Code of the app'), '123456{Enter}')
  expect(await sent()).toEqual({ totp_code: '123456', method: 'totp' })
  // Focus in one form does not affect another form.
  ;(await field('Password')).focus()
  ;(await field('Code of the app')).form?.requestSubmit()
  expect(await sent()).toMatchObject({ method: 'totp' })
})
