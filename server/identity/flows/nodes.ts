import { type ProtocolMessage, createMessage, type MessageId } from './messages'

/** A form element of a flow as data. The client renders nodes without knowing their purpose. */
export type FormNode = {
  type: NodeAttributes['node_type']
  group: NodeGroup
  attributes: NodeAttributes
  messages: ProtocolMessage[]
  meta: { label?: ProtocolMessage }
}

type NodeGroup = 'default' | 'password' | 'profile' | 'code' | 'totp' | 'lookup_secret' | 'webauthn'

type NodeAttributes = InputAttributes | TextAttributes | ImageAttributes | LinkAttributes

type InputAttributes = {
  node_type: 'input'
  name: string
  type: 'text' | 'password' | 'hidden' | 'email' | 'submit' | 'button'
  value?: string
  required?: boolean
  disabled: boolean
  autocomplete?: 'email' | 'username' | 'current-password' | 'new-password' | 'one-time-code'
  /** A regular expression for the whole value, as in HTML. */
  pattern?: string
  maxlength?: number
  /** The action that a button triggers in the browser before the form is sent, by its name in the protocol. */
  onclickTrigger?: 'oryWebAuthnLogin' | 'oryWebAuthnRegistration'
}
type TextAttributes = { node_type: 'text'; id: string; text: ProtocolMessage }
type ImageAttributes = { node_type: 'img'; id: string; src: string; width: number; height: number }
type LinkAttributes = { node_type: 'a'; id: string; href: string; title: ProtocolMessage }

/** The personal data that users edit themselves. */
export type IdentityTraits = { email: string; name: { first: string; last: string } }

/** The inputs of traits in the order of the form, with their labels. */
const traitInputs = [
  { name: 'traits.email', title: 'E-mail', type: 'email', autocomplete: 'email', required: true },
  { name: 'traits.name.first', title: 'First name', type: 'text' },
  { name: 'traits.name.last', title: 'Last name', type: 'text' },
] as const

type Rest = Partial<Omit<InputAttributes, 'node_type' | 'name' | 'type'>>

function input(
  group: NodeGroup,
  name: string,
  type: InputAttributes['type'],
  label: ProtocolMessage | undefined,
  rest: Rest = {}
) {
  return {
    type: 'input',
    group,
    attributes: { name, type, disabled: false, node_type: 'input', ...rest },
    messages: [],
    meta: label ? { label } : {},
  } satisfies FormNode
}

const hidden = (group: NodeGroup, name: string, value: string, rest: Rest = {}) =>
  input(group, name, 'hidden', undefined, { value, ...rest })

const button = (group: NodeGroup, name: string, value: string, label: MessageId) =>
  input(group, name, 'submit', createMessage(label), { value })

const text = (group: NodeGroup, id: string, content: ProtocolMessage, label: ProtocolMessage): FormNode => ({
  type: 'text',
  group,
  attributes: { id, text: content, node_type: 'text' },
  messages: [],
  meta: { label },
})

const csrf = (token: string) => hidden('default', 'csrf_token', token, { required: true })

const passwordInput = (autocomplete: 'current-password' | 'new-password') =>
  input('password', 'password', 'password', createMessage(1070001), { required: true, autocomplete })

const traits = (group: 'default' | 'profile', values: IdentityTraits | undefined) =>
  traitInputs.map(({ name, title, type, ...rest }) => {
    const value = values && traitOf(values, name)
    return input(group, name, type, createMessage(1070002, { title, name }), {
      ...rest,
      ...(value !== undefined && { value }),
    })
  })

const traitOf = (values: IdentityTraits, name: (typeof traitInputs)[number]['name']) =>
  name === 'traits.email' ? values.email : name === 'traits.name.first' ? values.name.first : values.name.last

/** @param identifier the value typed before, when the form was refused. */
export const loginNodes = (csrfToken: string, identifier?: string): FormNode[] => [
  csrf(csrfToken),
  input('default', 'identifier', 'text', createMessage(1070002, { title: 'E-mail', name: 'identifier' }), {
    required: true,
    autocomplete: 'username',
    ...(identifier !== undefined && { value: identifier }),
  }),
  passwordInput('current-password'),
  button('password', 'method', 'password', 1010022),
]

/** Confirms the identity of the signed-in user. */
export const refreshNodes = (csrfToken: string, identifier: string): FormNode[] => [
  csrf(csrfToken),
  hidden('default', 'identifier', identifier),
  passwordInput('current-password'),
  button('password', 'method', 'password', 1010001),
]

/** The second factors that an account has. */
type SecondFactors = { totp: boolean; lookupSecret: boolean; webauthn?: { identifier: string; options: string } }

/** The second step of signing in, with a block for each method of the account. Without any method, only the token. */
export const secondFactorNodes = (csrfToken: string, has: SecondFactors): FormNode[] => [
  csrf(csrfToken),
  ...(has.webauthn
    ? [
        hidden('default', 'identifier', has.webauthn.identifier),
        hidden('webauthn', 'webauthn_login', ''),
        trigger('webauthn_login_trigger', 'oryWebAuthnLogin', has.webauthn.options, 1010008),
      ]
    : []),
  ...(has.totp ? [totpCode(1010006), button('totp', 'method', 'totp', 1010009)] : []),
  ...(has.lookupSecret
    ? [
        input('lookup_secret', 'lookup_secret', 'text', createMessage(1010007), { required: true }),
        button('lookup_secret', 'method', 'lookup_secret', 1010010),
      ]
    : []),
]

/** @param options WebAuthn options for the browser, as JSON. */
const trigger = (
  name: string,
  does: NonNullable<InputAttributes['onclickTrigger']>,
  options: string,
  label: MessageId
) => input('webauthn', name, 'button', createMessage(label), { value: options, onclickTrigger: does })

const totpCode = (label: MessageId) =>
  input('totp', 'totp_code', 'text', createMessage(label), { required: true, autocomplete: 'one-time-code' })

export const registrationNodes = (csrfToken: string, values?: IdentityTraits): FormNode[] => [
  csrf(csrfToken),
  ...traits('default', values),
  passwordInput('new-password'),
  button('password', 'method', 'password', 1040001),
]

/** The first step of recovery and verification: enter the address. */
export const addressNodes = (csrfToken: string, email?: string): FormNode[] => [
  csrf(csrfToken),
  input('code', 'email', 'email', createMessage(1070007), {
    required: true,
    autocomplete: 'email',
    ...(email !== undefined && { value: email }),
  }),
  button('code', 'method', 'code', 1070009),
]

/**
 * The second step: enter the code.
 * @param resendTo null when the code came with an invitation and cannot be sent again.
 * @param code prefilled from a link in the message.
 */
export const codeNodes = (
  csrfToken: string,
  label: 1070010 | 1070011,
  resendTo: string | null,
  code?: string
): FormNode[] => [
  csrf(csrfToken),
  input('code', 'code', 'text', createMessage(label), {
    required: true,
    pattern: '[0-9]+',
    maxlength: 6,
    autocomplete: 'one-time-code',
    ...(code !== undefined && { value: code }),
  }),
  hidden('code', 'method', 'code'),
  button('code', 'method', 'code', 1070009),
  ...(resendTo === null ? [] : [button('code', 'email', resendTo, 1070008)]),
]

/** @param href the address to continue at after verification. */
export const verifiedNodes = (csrfToken: string, href: string): FormNode[] => [
  csrf(csrfToken),
  {
    type: 'a',
    group: 'code',
    attributes: { id: 'continue', href, title: createMessage(1070009), node_type: 'a' },
    messages: [],
    meta: { label: createMessage(1070009) },
  },
]

/** The authenticator app section of the settings: set up already, or the data to set it up. */
export type TotpSection = { state: 'on' } | { state: 'off'; secret: string; qrCode: string }

/**
 * The backup code section of the settings. Codes are included only if the user has just requested them; `offered` codes
 * become valid once confirmed.
 */
export type LookupSection =
  { state: 'none' } | { state: 'kept' } | { state: 'revealed' | 'offered'; codes: readonly BackupCode[] }

export type BackupCode = { code: string; usedAt: Date | null }

/** A security key in the settings. */
type SettingsKey = { id: string; name: string; addedAt: Date }

/** @property options WebAuthn options for adding a key, as JSON. */
export type KeySection = { keys: readonly SettingsKey[]; options: string }

export type SettingsSections = {
  traits: IdentityTraits
  totp: TotpSection
  lookupSecret: LookupSection
  webauthn: KeySection
}

export const settingsNodes = (csrfToken: string, sections: SettingsSections): FormNode[] => [
  csrf(csrfToken),
  ...traits('profile', sections.traits),
  button('profile', 'method', 'profile', 1070003),
  passwordInput('new-password'),
  button('password', 'method', 'password', 1070003),
  ...lookupNodes(sections.lookupSecret),
  ...keyNodes(sections.webauthn),
  ...totpNodes(sections.totp),
]

/** Maximum length of a security key's name, in characters. */
export const LONGEST_KEY_NAME = 50

const keyNodes = ({ keys, options }: KeySection): FormNode[] => [
  ...keys.map(({ id, name, addedAt }) => {
    const added = { added_at: addedAt.toISOString(), added_at_unix: Math.floor(addedAt.getTime() / 1000) }
    return input('webauthn', 'webauthn_remove', 'submit', createMessage(1050018, { display_name: name, ...added }), {
      value: toHexId(id),
    })
  }),
  input('webauthn', 'webauthn_register_displayname', 'text', createMessage(1050013), { maxlength: LONGEST_KEY_NAME }),
  hidden('webauthn', 'webauthn_register', ''),
  trigger('webauthn_register_trigger', 'oryWebAuthnRegistration', options, 1050012),
]

/** The credential id in the format of button values. @param id in base64url, the format of browsers. */
export const toHexId = (id: string) => Buffer.from(id, 'base64url').toString('hex')

/** Pixels. The client renders the QR code at this size. */
const QR_CODE_SIZE = 256

function totpNodes(section: TotpSection): FormNode[] {
  if (section.state === 'on') {
    return [input('totp', 'totp_unlink', 'submit', createMessage(1050004), { value: 'true', required: true })]
  }
  const { secret, qrCode } = section
  return [
    {
      type: 'img',
      group: 'totp',
      attributes: { id: 'totp_qr', src: qrCode, width: QR_CODE_SIZE, height: QR_CODE_SIZE, node_type: 'img' },
      messages: [],
      meta: { label: createMessage(1050005) },
    },
    text('totp', 'totp_secret_key', createMessage(1050006, { secret }), createMessage(1050017)),
    totpCode(1070006),
    button('totp', 'method', 'totp', 1070003),
  ]
}

const press = (name: string, label: MessageId) => button('lookup_secret', name, 'true', label)

function lookupNodes(section: LookupSection): FormNode[] {
  switch (section.state) {
    case 'none':
      return [press('lookup_secret_regenerate', 1050008)]
    case 'kept':
      return [press('lookup_secret_reveal', 1050007), press('lookup_secret_disable', 1050016)]
    case 'revealed':
      return [
        codeList(section.codes),
        press('lookup_secret_disable', 1050016),
        press('lookup_secret_regenerate', 1050008),
      ]
    case 'offered':
      return [codeList(section.codes), press('lookup_secret_confirm', 1050011)]
  }
}

function codeList(codes: readonly BackupCode[]): FormNode {
  const secrets = codes.map(({ code, usedAt }) =>
    usedAt === null
      ? createMessage(1050009, { secret: code })
      : createMessage(1050014, { used_at: usedAt.toISOString() })
  )
  return text('lookup_secret', 'lookup_secret_codes', createMessage(1050015, { secrets }), createMessage(1050010))
}

/**
 * Adds messages to the inputs that they belong to.
 * @param messages by input name. Messages without an input are returned as `others`, for the whole form.
 */
export function attachMessages(nodes: readonly FormNode[], messages: Readonly<Record<string, ProtocolMessage>>) {
  const inputs = nodes.filter((node) => !isButton(node))
  const names = new Set(inputs.map(nameOf))
  return {
    nodes: nodes.map((node) => {
      const about = Object.hasOwn(messages, nameOf(node)) ? messages[nameOf(node)] : undefined
      return about && !isButton(node) ? { ...node, messages: [...node.messages, about] } : node
    }),
    others: Object.entries(messages).flatMap(([name, about]) => (names.has(name) ? [] : [about])),
  }
}

const nameOf = ({ attributes }: FormNode) => (attributes.node_type === 'input' ? attributes.name : attributes.id)
const isButton = ({ attributes }: FormNode) =>
  attributes.node_type === 'input' && (attributes.type === 'submit' || attributes.type === 'button')
