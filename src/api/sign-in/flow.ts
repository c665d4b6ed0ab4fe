import { z } from 'zod/mini'

// A flow is one attempt to sign in, sign up, recover, verify or change an account: a form that the identity service
// describes as nodes. It is parsed leniently: services of several releases must work, and an unknown node must not
// break the rest of the page.

const flowKinds = ['login', 'registration', 'recovery', 'verification', 'settings'] as const
export type FlowKind = (typeof flowKinds)[number]

/** Undefined if the value does not parse. */
export const orUndefined = <T extends z.ZodMiniType>(schema: T) => z.catch(z.optional(schema), undefined)

const tone = z.catch(z.enum(['info', 'error', 'success']), 'info')
const message = z.object({
  id: z.number(),
  /** Text of the service: displayed, but never used in conditions. */
  text: z.string(),
  type: tone,
  context: z.catch(z.nullish(z.record(z.string(), z.unknown())), undefined),
})
export type FlowMessage = z.infer<typeof message>

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
  meta: z.catch(z.object({ label: orUndefined(message) }), { label: undefined }),
})

const scalar = z.union([z.string(), z.number(), z.boolean()])
/** The value of a node. A service expects it in the type that it sent. */
export type FlowScalar = z.infer<typeof scalar>

const inputAttributes = z.object({
  name: z.string(),
  type: text,
  value: z.catch(z.nullish(scalar), undefined),
  required: flag,
  disabled: flag,
  autocomplete: text,
  label: orUndefined(message),
  pattern: text,
  maxlength: orUndefined(z.number()),
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
      width: orUndefined(z.number()),
      height: orUndefined(z.number()),
    }),
  }),
  z.extend(base, { type: z.literal('a'), attributes: z.object({ id: text, href: z.string(), title: message }) }),
  // Scripts and their containers are left out: the console either implements what they do or omits it.
])

/** Browser actions of buttons, by name. Code in a flow is never executed. */
const flowTriggers = ['oryWebAuthnLogin', 'oryWebAuthnRegistration'] as const
export type FlowTrigger = (typeof flowTriggers)[number]

type Shared = { group: string; label: string; messages: FlowMessage[] }
export type FlowInput = Shared & {
  is: 'input'
  name: string
  type: string
  /** Empty if there is no value. */
  value: FlowScalar
  isRequired: boolean
  isDisabled: boolean
  autocomplete: string
  pattern: string
  maxLength: number | undefined
  options: FlowScalar[]
  /** Browser action of a button before it submits; `unknown` for an action that this console does not support. */
  trigger: FlowTrigger | 'unknown' | undefined
}
export type FlowText = Shared & { is: 'text'; id: string; text: FlowMessage; secrets: FlowMessage[] | undefined }
export type FlowImage = Shared & {
  is: 'img'
  id: string
  src: string
  width: number | undefined
  height: number | undefined
}
export type FlowAnchor = Shared & { is: 'a'; id: string; href: string; title: string }
export type FlowNode = FlowInput | FlowText | FlowImage | FlowAnchor

/** Older services name the function only in the code that calls it. */
function readTrigger({ onclick, onclickTrigger }: z.infer<typeof inputAttributes>): FlowInput['trigger'] {
  const named = onclickTrigger || onclick
  if (named === '') return undefined
  return flowTriggers.find((name) => named === name || new RegExp(`\\b(?:__)?${name}\\(`).test(onclick)) ?? 'unknown'
}

const readSecrets = (context: FlowMessage['context']): FlowMessage[] | undefined => {
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
        trigger: readTrigger(attributes),
      }
    case 'text':
      return {
        ...shared,
        is: 'text',
        id: attributes.id,
        text: attributes.text,
        secrets: readSecrets(attributes.text.context),
      }
    case 'img':
      return { ...shared, is: 'img', ...attributes, width: attributes.width, height: attributes.height }
    case 'a':
      return { ...shared, is: 'a', id: attributes.id, href: attributes.href, title: attributes.title.text }
  }
}

/** The messages of nodes that are not rendered: hidden inputs, scripts, and nodes of unknown types. */
function collectUnrendered(nodes: readonly unknown[], said: readonly FlowMessage[]): FlowMessage[] {
  const texts = new Set(said.map((one) => one.text))
  return nodes.flatMap((raw) => {
    const { data } = node.safeParse(raw)
    const isDrawn = data && !(data.type === 'input' && data.attributes.type === 'hidden')
    const messages = isDrawn ? [] : (z.object({ messages: each(message) }).safeParse(raw).data?.messages ?? [])
    return messages.filter((one) => !texts.has(one.text) && texts.add(one.text))
  })
}

export const continueWithSchema = each(
  z.object({
    action: z.string(),
    redirect_browser_to: orUndefined(z.string()),
    flow: orUndefined(z.object({ id: z.string() })),
  })
)
export type ContinueWith = z.infer<typeof continueWithSchema>

/** Milliseconds since 1970; undefined if the text is not a time. */
const time = z.pipe(
  z.string(),
  z.transform((written) => {
    const at = Date.parse(written)
    return Number.isNaN(at) ? undefined : at
  })
)

const address = z.object({ value: z.string(), verified: flag, status: text })

export const flowSchema = z.pipe(
  z.object({
    id: z.string(),
    expires_at: orUndefined(time),
    return_to: orUndefined(z.string()),
    state: text,
    /** Login only: a signed-in user confirms their identity. */
    refresh: flag,
    requested_aal: z.catch(z.enum(['aal1', 'aal2']), 'aal1'),
    ui: z.pipe(
      z.object({ nodes: z.catch(z.array(z.unknown()), []), messages: each(message) }),
      z.transform(({ nodes, messages }) => ({
        nodes: each(node).parse(nodes).map(readNode),
        messages: [...messages, ...collectUnrendered(nodes, messages)],
      }))
    ),
    continue_with: continueWithSchema,
    /** Settings only: the identity that the flow belongs to. */
    identity: orUndefined(z.object({ id: z.string(), verifiable_addresses: each(address) })),
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
export type Flow = z.infer<typeof flowSchema>
