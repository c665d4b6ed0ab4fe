import { z } from 'zod/mini'

// A flow is one attempt to sign in, sign up, recover, verify or change an account: a form that the identity service
// describes as nodes. It is parsed leniently: services of several releases must work, and an unknown node must not
// break the rest of the page.

export const flowKinds = ['login', 'registration', 'recovery', 'verification', 'settings'] as const
export type FlowKind = (typeof flowKinds)[number]

/** Undefined if the value does not parse. */
export const perhaps = <T extends z.ZodMiniType>(schema: T) => z.catch(z.optional(schema), undefined)

const tone = z.catch(z.enum(['info', 'error', 'success']), 'info')
const message = z.object({
  id: z.number(),
  /** Text of the service: displayed, but never used in conditions. */
  text: z.string(),
  type: tone,
  context: z.catch(z.nullish(z.record(z.string(), z.unknown())), undefined),
})
export type Message = z.infer<typeof message>

/** The items that parse. Other items are left out. */
const each = <T>(schema: z.ZodMiniType<T>) =>
  z.transform((value: unknown): T[] =>
    Array.isArray(value) ? value.flatMap((one: unknown) => schema.safeParse(one).data ?? []) : []
  )

const text = z.catch(z.string(), '')
const flag = z.catch(z.boolean(), false)
const base = z.object({
  group: z.catch(z.string(), 'default'),
  messages: each(message),
  meta: z.catch(z.object({ label: perhaps(message) }), { label: undefined }),
})

const scalar = z.union([z.string(), z.number(), z.boolean()])
/** The value of a node. A service expects it in the type that it sent. */
export type Scalar = z.infer<typeof scalar>

const inputAttributes = z.object({
  name: z.string(),
  type: text,
  value: z.catch(z.nullish(scalar), undefined),
  required: flag,
  disabled: flag,
  autocomplete: text,
  label: perhaps(message),
  pattern: text,
  maxlength: perhaps(z.number()),
  options: each(z.object({ value: scalar })),
  onclick: text,
  onclickTrigger: text,
})

const node = z.discriminatedUnion('type', [
  z.extend(base, { type: z.literal('input'), attributes: inputAttributes }),
  z.extend(base, { type: z.literal('text'), attributes: z.object({ id: text, text: message }) }),
  z.extend(base, {
    type: z.literal('img'),
    attributes: z.object({
      id: text,
      src: z.string(),
      width: perhaps(z.number()),
      height: perhaps(z.number()),
    }),
  }),
  z.extend(base, { type: z.literal('a'), attributes: z.object({ id: text, href: z.string(), title: message }) }),
  // Scripts and their containers are left out: the console either implements what they do or omits it.
])

/** Browser actions of buttons, by name. Code in a flow is never executed. */
export const triggers = ['oryWebAuthnLogin', 'oryWebAuthnRegistration'] as const
export type Trigger = (typeof triggers)[number]

type Shared = { group: string; label: string; messages: Message[] }
export type Input = Shared & {
  is: 'input'
  name: string
  type: string
  /** Empty if there is no value. */
  value: Scalar
  isRequired: boolean
  isDisabled: boolean
  autocomplete: string
  pattern: string
  maxLength: number | undefined
  options: Scalar[]
  /** Browser action of a button before it submits; `unknown` for an action that this console does not support. */
  trigger: Trigger | 'unknown' | undefined
}
export type Text = Shared & { is: 'text'; id: string; text: Message; secrets: Message[] | undefined }
export type Img = Shared & {
  is: 'img'
  id: string
  src: string
  width: number | undefined
  height: number | undefined
}
export type Anchor = Shared & { is: 'a'; id: string; href: string; title: string }
export type FlowNode = Input | Text | Img | Anchor

/** Older services name the function only in the code that calls it. */
function triggerOf({ onclick, onclickTrigger }: z.infer<typeof inputAttributes>): Input['trigger'] {
  const named = onclickTrigger || onclick
  if (named === '') return undefined
  return triggers.find((name) => named === name || new RegExp(`\\b(?:__)?${name}\\(`).test(onclick)) ?? 'unknown'
}

const secretsOf = (context: Message['context']): Message[] | undefined => {
  const secrets = context?.['secrets']
  return Array.isArray(secrets) ? each(message).parse(secrets) : undefined
}

function readNode({ type, group, messages, meta, attributes }: z.infer<typeof node>): FlowNode {
  const shared = { group, messages, label: meta.label?.text ?? '' }
  switch (type) {
    case 'input':
      return {
        ...shared,
        is: 'input',
        label: shared.label || attributes.label?.text || '',
        name: attributes.name,
        type: attributes.type,
        value: attributes.value ?? '',
        isRequired: attributes.required,
        isDisabled: attributes.disabled,
        autocomplete: attributes.autocomplete,
        pattern: attributes.pattern,
        maxLength: attributes.maxlength,
        options: attributes.options.map(({ value }) => value),
        trigger: triggerOf(attributes),
      }
    case 'text':
      return {
        ...shared,
        is: 'text',
        id: attributes.id,
        text: attributes.text,
        secrets: secretsOf(attributes.text.context),
      }
    case 'img':
      return { ...shared, is: 'img', ...attributes, width: attributes.width, height: attributes.height }
    case 'a':
      return { ...shared, is: 'a', id: attributes.id, href: attributes.href, title: attributes.title.text }
  }
}

/** The messages of nodes that are not rendered: hidden inputs, scripts, and nodes of unknown types. */
function unplaced(nodes: readonly unknown[], said: readonly Message[]): Message[] {
  const texts = new Set(said.map((one) => one.text))
  return nodes.flatMap((raw) => {
    const { data } = node.safeParse(raw)
    const isDrawn = data && !(data.type === 'input' && data.attributes.type === 'hidden')
    const messages = isDrawn ? [] : (z.object({ messages: each(message) }).safeParse(raw).data?.messages ?? [])
    return messages.filter((one) => !texts.has(one.text) && texts.add(one.text))
  })
}

export const continueWith = each(
  z.object({
    action: z.string(),
    redirect_browser_to: perhaps(z.string()),
    flow: perhaps(z.object({ id: z.string() })),
  })
)
export type ContinueWith = z.infer<typeof continueWith>

/** Milliseconds since 1970; undefined if the text is not a time. */
const time = z.pipe(
  z.string(),
  z.transform((written) => {
    const at = Date.parse(written)
    return Number.isNaN(at) ? undefined : at
  })
)

const address = z.object({ value: z.string(), verified: flag, status: text })

export const flow = z.pipe(
  z.object({
    id: z.string(),
    expires_at: perhaps(time),
    return_to: perhaps(z.string()),
    state: text,
    /** Login only: a signed-in user confirms their identity. */
    refresh: flag,
    requested_aal: z.catch(z.enum(['aal1', 'aal2']), 'aal1'),
    ui: z.pipe(
      z.object({ nodes: z.catch(z.array(z.unknown()), []), messages: each(message) }),
      z.transform(({ nodes, messages }) => ({
        nodes: each(node).parse(nodes).map(readNode),
        messages: [...messages, ...unplaced(nodes, messages)],
      }))
    ),
    continue_with: continueWith,
    /** Settings only: the identity that the flow belongs to. */
    identity: perhaps(z.object({ id: z.string(), verifiable_addresses: each(address) })),
  }),
  z.transform(({ ui, ...rest }) => ({
    id: rest.id,
    expiresAt: rest.expires_at,
    returnTo: rest.return_to,
    state: rest.state,
    isRefresh: rest.refresh,
    level: rest.requested_aal,
    nodes: ui.nodes,
    /** The messages of the flow, and those of nodes that are not rendered. */
    messages: ui.messages,
    continueWith: rest.continue_with,
    identity: rest.identity?.id,
    /** An unverified address of the user that a code was sent to. */
    unverified: rest.identity?.verifiable_addresses.find(({ verified, status }) => !verified && status === 'sent')
      ?.value,
  }))
)
export type Flow = z.infer<typeof flow>
