import { describe, expect, test } from 'vitest'
import { createMessage } from './messages'
import {
  addressNodes,
  codeNodes,
  loginNodes,
  type LookupSection,
  type FormNode,
  refreshNodes,
  registrationNodes,
  secondFactorNodes,
  settingsNodes,
  type TotpSection,
  verifiedNodes,
  attachMessages,
} from './nodes'

/** A node on one line: `group name type[=value] [label] required autocomplete`. */
function line({ type, group, attributes, meta }: FormNode): string {
  const label = meta.label ? `[${meta.label.id}]` : ''
  if (attributes.node_type !== 'input') {
    const inner = attributes.node_type === 'text' ? `(${attributes.text.id})` : ''
    return [group, attributes.id, type + inner, label].filter(Boolean).join(' ')
  }
  const { name, type: kind, value, required, autocomplete, pattern, maxlength } = attributes
  return [
    group,
    name,
    value === undefined ? kind : `${kind}=${value}`,
    label,
    required && 'required',
    autocomplete,
    pattern,
    maxlength,
  ]
    .filter(Boolean)
    .join(' ')
}
const lines = (nodes: readonly FormNode[]) => nodes.map(line)

const token = 'default csrf_token hidden=t required'
const traits = { email: 'ada@example.org', name: { first: 'Ada', last: 'Byron' } }
const password = 'password password password [1070001] required'

test.each<[string, FormNode[], string[]]>([
  [
    'login',
    loginNodes('t'),
    [
      token,
      'default identifier text [1070002] required username',
      `${password} current-password`,
      'password method submit=password [1010022]',
    ],
  ],
  [
    'login again',
    refreshNodes('t', 'ada@example.org'),
    [
      token,
      'default identifier hidden=ada@example.org',
      `${password} current-password`,
      'password method submit=password [1010001]',
    ],
  ],
  [
    'a login refresh',
    secondFactorNodes('t', { totp: true, lookupSecret: true }),
    [
      token,
      'totp totp_code text [1010006] required one-time-code',
      'totp method submit=totp [1010009]',
      'lookup_secret lookup_secret text [1010007] required',
      'lookup_secret method submit=lookup_secret [1010010]',
    ],
  ],
  ['second step with no method', secondFactorNodes('t', { totp: false, lookupSecret: false }), [token]],
  [
    'registration',
    registrationNodes('t'),
    [
      token,
      'default traits.email email [1070002] required email',
      'default traits.name.first text [1070002]',
      'default traits.name.last text [1070002]',
      `${password} new-password`,
      'password method submit=password [1040001]',
    ],
  ],
  [
    'the address of recovery and verification',
    addressNodes('t'),
    [token, 'code email email [1070007] required email', 'code method submit=code [1070009]'],
  ],
  [
    'the code of recovery',
    codeNodes('t', 1070010, 'ada@example.org'),
    [
      token,
      'code code text [1070010] required one-time-code [0-9]+ 6',
      'code method hidden=code',
      'code method submit=code [1070009]',
      'code email submit=ada@example.org [1070008]',
    ],
  ],
  [
    'the code of an invitation',
    codeNodes('t', 1070010, null),
    [
      token,
      'code code text [1070010] required one-time-code [0-9]+ 6',
      'code method hidden=code',
      'code method submit=code [1070009]',
    ],
  ],
  ['a verified address', verifiedNodes('t', 'https://host/'), [token, 'code continue a [1070009]']],
])('renders the nodes of %s', (_name, nodes, expected) => {
  expect(lines(nodes)).toEqual(expected)
})

const settings = (totp: TotpSection, lookupSecret: LookupSection) =>
  lines(settingsNodes('t', { traits, totp, lookupSecret, webauthn: noKeys }))

const noKeys = { keys: [], options: '{}' }
const addKey = [
  'webauthn webauthn_register_displayname text [1050013] 50',
  'webauthn webauthn_register hidden=',
  'webauthn webauthn_register_trigger button={} [1050012]',
]

describe('settings', () => {
  const profileAndPassword = [
    token,
    'profile traits.email email=ada@example.org [1070002] required email',
    'profile traits.name.first text=Ada [1070002]',
    'profile traits.name.last text=Byron [1070002]',
    'profile method submit=profile [1070003]',
    `${password} new-password`,
    'password method submit=password [1070003]',
  ]
  const unlink = 'totp totp_unlink submit=true [1050004] required'
  const codes = [{ code: 'abcd1234', usedAt: null }]

  test('renders setup without a second factor', () => {
    expect(settings({ state: 'off', secret: 'JBSW', qrCode: 'data:image/svg+xml,x' }, { state: 'none' })).toEqual([
      ...profileAndPassword,
      'lookup_secret lookup_secret_regenerate submit=true [1050008]',
      ...addKey,
      'totp totp_qr img [1050005]',
      'totp totp_secret_key text(1050006) [1050017]',
      'totp totp_code text [1070006] required one-time-code',
      'totp method submit=totp [1070003]',
    ])
  })

  test.each<[string, LookupSection, string[]]>([
    [
      'kept',
      { state: 'kept' },
      [
        'lookup_secret lookup_secret_reveal submit=true [1050007]',
        'lookup_secret lookup_secret_disable submit=true [1050016]',
      ],
    ],
    [
      'revealed',
      { state: 'revealed', codes },
      [
        'lookup_secret lookup_secret_codes text(1050015) [1050010]',
        'lookup_secret lookup_secret_disable submit=true [1050016]',
        'lookup_secret lookup_secret_regenerate submit=true [1050008]',
      ],
    ],
    [
      'offered',
      { state: 'offered', codes },
      [
        'lookup_secret lookup_secret_codes text(1050015) [1050010]',
        'lookup_secret lookup_secret_confirm submit=true [1050011]',
      ],
    ],
  ])('renders an authenticator app and backup codes %s', (_name, lookupSecret, expected) => {
    expect(settings({ state: 'on' }, lookupSecret)).toEqual([...profileAndPassword, ...expected, ...addKey, unlink])
  })

  test('renders a remove button for each security key, before the form to add one', () => {
    const webauthn = { keys: [{ id: 'q80', name: 'Blue', addedAt: new Date('2026-01-02T03:04:05Z') }], options: '{}' }
    const nodes = settingsNodes('t', { traits, totp: { state: 'on' }, lookupSecret: { state: 'none' }, webauthn })
    expect(lines(nodes.filter(({ group }) => group === 'webauthn'))).toEqual([
      'webauthn webauthn_remove submit=abcd [1050018]',
      ...addKey,
    ])
  })

  test('distinguishes used backup codes in the list and hides them', () => {
    const used = { code: 'usedused', usedAt: new Date('2026-01-02T03:04:05Z') }
    const nodes = settingsNodes('t', {
      traits,
      totp: { state: 'on' },
      lookupSecret: { state: 'revealed', codes: [...codes, used] },
      webauthn: noKeys,
    })
    const list = nodes.find(({ attributes }) => attributes.node_type === 'text')?.attributes
    expect(list).toMatchObject({
      text: {
        context: {
          secrets: [
            { id: 1050009, context: { secret: 'abcd1234' } },
            { id: 1050014, context: { used_at: '2026-01-02T03:04:05.000Z' } },
          ],
        },
      },
    })
    expect(JSON.stringify(nodes)).not.toContain('usedused')
  })
})

test('repeats the type of every node in its attributes', () => {
  const nodes = settingsNodes('t', {
    traits,
    totp: { state: 'off', secret: 'JBSW', qrCode: 'data:image/svg+xml,x' },
    lookupSecret: { state: 'none' },
    webauthn: noKeys,
  })
  for (const { type, attributes } of [...nodes, ...verifiedNodes('t', '/')]) expect(attributes.node_type).toBe(type)
})

const values = (nodes: readonly FormNode[]) =>
  nodes.flatMap(({ attributes }) => (attributes.node_type === 'input' ? [attributes.value ?? ''] : []))

test('keeps typed values except the password in a refused form', () => {
  expect(values(loginNodes('t', 'ada'))).toEqual(['t', 'ada', '', 'password'])
  expect(values(registrationNodes('t', traits))).toEqual(['t', 'ada@example.org', 'Ada', 'Byron', '', 'password'])
})

test('assigns a message to its input, and other messages to the form', () => {
  const { nodes, others } = attachMessages(codeNodes('t', 1070010, 'ada@example.org'), {
    code: createMessage(4000002, { property: 'code' }),
    email: createMessage(4000040, { value: 'x' }),
    'traits.role': createMessage(4000001, { reason: 'No.' }),
  })
  expect(nodes.filter((node) => node.messages.length > 0).map(line)).toEqual([
    'code code text [1070010] required one-time-code [0-9]+ 6',
  ])
  expect(others.map(({ id }) => id)).toEqual([4000040, 4000001])
})
