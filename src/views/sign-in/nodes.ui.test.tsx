import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { openSignIn } from '@tests/helpers/sign-in-page'
import type { FlowKind } from '@/api/sign-in/flow'
import { flowJson, infoMessage, inputNode, settingsFlow, settingsNodes, errorMessage } from '@dev/gallery/flow-examples'

// Messages of the service for each kind of node, and the meaning of node attributes.

const start = `${location.pathname}${location.search}`
beforeEach(() => {
  sessionStorage.clear()
  return () => history.replaceState(null, '', start)
})

const profileFlow = (nodes: readonly unknown[]) =>
  settingsFlow([...nodes, inputNode('profile', 'method', 'submit', { value: 'profile', label: 'Save' })])

function openWith(nodes: readonly unknown[], after: readonly unknown[] = nodes) {
  return openSignIn('/profile-settings', {
    'GET /self-service/settings/browser': { body: profileFlow(nodes) },
    'POST /self-service/settings': { status: 400, body: profileFlow(after) },
  }).identity
}

/** The text that an element is described by. */
const described = (element: Element) =>
  (element.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent ?? '')
    .join(' ')

const remove = (value: string, more: object) =>
  inputNode('webauthn', 'webauthn_remove', 'submit', { value, label: `Remove ${value}`, disabled: true, ...more })

const saying = (node: object | undefined, text: string) => ({ ...node, messages: [errorMessage(1, text)] })

const link = (href: string, text: string) => ({
  type: 'a',
  group: 'totp',
  attributes: { id: text, href, title: infoMessage(1, text), node_type: 'a' },
  meta: {},
})

const hidden = (more: object) => [
  inputNode('default', 'identifier', 'hidden', { value: 'ada', ...more }),
  inputNode('code', 'method', 'submit', { value: 'code', label: 'Continue' }),
]

const unlink = (more: object) => inputNode('profile', 'unlink', 'submit', { value: 'x', label: 'Other', ...more })

const field = (name: string | RegExp) => screen.getByLabelText<HTMLInputElement>(name, { selector: 'input' })

const reason = { messages: [infoMessage(1, 'It is your last way in.')] }

test.each([
  [
    'a disabled submit',
    inputNode('webauthn', 'webauthn_remove', 'submit', { value: 'a', label: 'Remove', disabled: true, ...reason }),
  ],
  ['a submit', inputNode('oidc', 'unlink', 'submit', { value: 'google', label: 'Remove', ...reason })],
  [
    'a button',
    inputNode('webauthn', 'go', 'button', { label: 'Remove', onclickTrigger: 'oryWebAuthnRegistration', ...reason }),
  ],
  [
    'a button that does nothing here',
    inputNode('webauthn', 'go', 'button', { label: 'Remove', onclick: 'x()', ...reason }),
  ],
])('a message of %s is next to it and describes it', async (_what, node) => {
  openWith([node])
  const button = await screen.findByRole('button', { name: 'Remove' })
  expect(described(button)).toBe('It is your last way in.')
  expect(button.nextElementSibling?.textContent).toBe('It is your last way in.')
})

test('a disabled submit shows its own reason, or a general one', async () => {
  openWith([remove('a', reason), remove('b', {})])
  expect((await screen.findByRole('button', { name: 'Remove a' })).title).toBe('It is your last way in.')
  expect(screen.getByRole('button', { name: 'Remove b' }).title).toBe(
    'The sign-in service does not allow this at the moment.'
  )
})

test('messages describe their images, texts, codes and links', async () => {
  const [picture, secret] = settingsNodes.totp
  const text = {
    type: 'text',
    group: 'totp',
    attributes: { id: 't', text: infoMessage(7, 'Some words'), node_type: 'text' },
    meta: {},
  }
  openWith([
    saying(picture, 'Too old.'),
    saying(secret, 'Seen by others.'),
    saying(settingsNodes.codes[0], 'Not confirmed yet.'),
    saying(link('/health', 'Go on'), 'Not yet.'),
    saying(link('javascript:alert(1)', 'Go wrong'), 'Never.'),
    saying(text, 'Words about words.'),
  ])
  expect(described(await screen.findByRole('img', { name: /QR code/ }))).toBe('Too old.')
  expect(described(screen.getByRole('group', { name: 'Or type this secret into the app' }))).toBe('Seen by others.')
  expect(described(screen.getByRole('group', { name: 'These are your backup codes' }))).toBe('Not confirmed yet.')
  expect(described(screen.getByRole('link', { name: 'Go on' }))).toBe('Not yet.')
  expect(described(screen.getByText('Go wrong'))).toBe('Never.')
  expect(described(screen.getByText('Some words'))).toBe('Words about words.')
})

test.each(['login', 'registration', 'recovery', 'verification'] as const satisfies readonly FlowKind[])(
  'in %s, a message of a hidden node is at the top of the form, and is announced when it is new [CALL-11]',
  async (kind) => {
    openSignIn(`/${kind}`, {
      [`GET /self-service/${kind}/browser`]: { body: flowJson('f', hidden({})) },
      [`POST /self-service/${kind}`]: {
        status: 400,
        body: flowJson('f', hidden({ messages: [errorMessage(4000007, 'There is such an account.')] })),
      },
    })
    await userEvent.click(await screen.findByRole('button', { name: 'Continue' }))
    const message = await screen.findByText('There is such an account.', { ignore: '[id^=voice] *' })
    expect(message.compareDocumentPosition(screen.getByRole('form'))).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
    await waitFor(() =>
      expect(document.querySelector('#voice-urgent')?.textContent).toContain('There is such an account.')
    )
  }
)

test('a new error of a button is announced', async () => {
  openWith([unlink({})], [unlink({ messages: [errorMessage(1, 'It is your last way in.')] })])
  await userEvent.click(await screen.findByRole('button', { name: 'Save' }))
  await waitFor(() => expect(document.querySelector('#voice-urgent')?.textContent).toContain('It is your last way in.'))
})

test('fields keep their types, and send values of the types that the service expects', async () => {
  const identity = openWith([
    inputNode('profile', 'traits.email', 'email', { label: 'Mail', value: 'ada@example.com' }),
    inputNode('profile', 'traits.site', 'url', { label: 'Site' }),
    inputNode('profile', 'traits.phone', 'tel', { label: 'Phone', maxlength: 5 }),
    inputNode('profile', 'traits.born', 'date', { label: 'Born' }),
    inputNode('profile', 'traits.age', 'number', { label: 'Age', value: 36 }),
    inputNode('profile', 'traits.terms', 'checkbox', { label: 'Terms', required: true }),
    inputNode('profile', 'traits.level', 'text', { label: 'Level', value: 2, options: [{ value: 1 }, { value: 2 }] }),
    inputNode('profile', 'traits.news', 'text', {
      label: 'News',
      value: false,
      options: [{ value: true }, { value: false }],
    }),
    inputNode('profile', 'traits.fixed', 'password', { label: 'Fixed', value: 'kept', disabled: true, required: true }),
  ])
  await screen.findByRole('textbox', { name: 'Mail' })
  expect(['Mail', 'Site', 'Phone', 'Born'].map((name) => field(name).type)).toEqual(['email', 'url', 'tel', 'date'])
  expect(screen.getByRole<HTMLInputElement>('spinbutton', { name: 'Age' }).value).toBe('36')
  await userEvent.type(field('Fixed'), 'changed')
  expect([field('Fixed').readOnly, field('Fixed').value]).toEqual([true, 'kept'])

  const terms = screen.getByRole('checkbox', { name: 'Terms' })
  expect(terms.getAttribute('aria-required')).toBe('true')
  await userEvent.clear(field('Mail'))
  await userEvent.type(field('Mail'), 'nonsense')
  await userEvent.clear(field('Age'))
  await userEvent.type(field('Age'), 'old')
  await userEvent.type(field('Site'), 'example')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(described(terms)).toBe('This field is required'))
  expect(described(field('Mail'))).toBe('This field must be an e-mail address')
  expect(described(field('Age'))).toBe('This field must be a number')
  expect(described(field('Site'))).toMatch('This field must be a URL')
  expect(identity.count('POST /self-service/settings')).toBe(0)

  await userEvent.click(terms)
  await userEvent.type(field('Mail'), '@example.com')
  await userEvent.clear(field('Age'))
  await userEvent.type(field('Age'), '37')
  await userEvent.clear(field('Site'))
  await userEvent.type(field('Phone'), '1234567')
  await userEvent.click(screen.getByRole('combobox', { name: 'News' }))
  await userEvent.click(await screen.findByRole('option', { name: 'true' }))
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(identity.count('POST /self-service/settings')).toBe(1))
  expect(identity.sent('/self-service/settings')).toEqual({
    csrf_token: 'bWFza2Vk',
    method: 'profile',
    'traits.email': 'nonsense@example.com',
    'traits.phone': '12345',
    'traits.age': 37,
    'traits.terms': true,
    'traits.level': 2,
    'traits.news': true,
  })
})

test('spaces in a code are ignored for its pattern and length', async () => {
  const { identity } = openSignIn('/recovery', {
    'GET /self-service/recovery/browser': {
      body: flowJson('f', [
        inputNode('code', 'code', 'text', {
          label: 'Code',
          pattern: '[0-9]+',
          maxlength: 6,
          autocomplete: 'one-time-code',
        }),
        inputNode('code', 'method', 'submit', { value: 'code', label: 'Continue' }),
      ]),
    },
    'POST /self-service/recovery': { status: 400, body: flowJson('f', []) },
  })
  const code = await screen.findByRole('textbox', { name: 'Code' })
  await userEvent.type(code, '12345x{Enter}')
  await waitFor(() => expect(described(code)).toBe('This field must have the expected format'))
  await userEvent.clear(code)
  await userEvent.click(code)
  await userEvent.paste('123 456')
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(identity.sent('/self-service/recovery')).toMatchObject({ code: '123456' }))
})
