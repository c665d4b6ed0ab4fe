import type { FlowNode, Input } from '../../api/flow'
import { buttonsOf, fieldsOf } from './body'

/** Consecutive buttons are one part. */
export type Part = Exclude<FlowNode, Input> | Input | Input[]

/** A group of nodes as it is drawn. */
export type Drawn = {
  group: string
  parts: readonly Part[]
  /** Another way to do what a group above it does. */
  isLater: boolean
}

/** The nodes group by group, in the order in which they are drawn; what is hidden is left out. */
export function drawn(nodes: readonly FlowNode[]): Drawn[] {
  const names = [...new Set(nodes.map(({ group }) => group))].toSorted((a, b) => rank(a) - rank(b))
  let hasButtons = false
  return names.map((group) => {
    const own = nodes.filter((node) => node.group === group)
    const buttons = new Set<FlowNode>(buttonsOf(own))
    const fields = new Set<FlowNode>(fieldsOf(own))
    const parts: Part[] = []
    for (const node of own) {
      const last = parts.at(-1)
      if (node.is === 'input' && buttons.has(node)) {
        if (Array.isArray(last)) last.push(node)
        else parts.push([node])
      } else if (node.is !== 'input' || fields.has(node)) parts.push(node)
    }
    const isLater = hasButtons && buttons.size > 0
    hasButtons ||= buttons.size > 0
    return { group, parts, isLater }
  })
}

/** Those common to all forms first, then ways to sign in with what is typed, then others, in the order of the service. */
const usual = ['default', 'profile', 'identifier_first', 'password', 'code']
/** Ways to sign in elsewhere: nothing that is typed goes there. */
const elsewhere = new Set(['oidc', 'saml'])
const rank = (group: string) =>
  elsewhere.has(group) ? usual.length + 1 : usual.includes(group) ? usual.indexOf(group) : usual.length

/** The effects of buttons that make signing in less secure or impossible, by name; they need confirmation. */
export const removalEffects: Readonly<Record<string, string>> = {
  totp_unlink: 'Signing in will not ask for a code of the app any more.',
  lookup_secret_disable: 'The codes that you kept will not work any more.',
  webauthn_remove: 'This key will not sign you in any more.',
  passkey_remove: 'This passkey will not sign you in any more.',
  unlink: 'That account will not sign you in any more.',
}

/**
 * The button that Enter presses: of the group of the field, else the first that is drawn. It removes nothing.
 * @param buttons in the order in which they are drawn
 * @param group of the field; undefined when the focus is elsewhere
 * @returns undefined when the group has its own buttons, but none that can be pressed
 */
export function enterButtonOf(buttons: readonly Input[], group: string | undefined): Input | undefined {
  const own = buttons.filter((button) => button.group === group)
  const able = (own.length > 0 ? own : buttons).filter(({ isDisabled }) => !isDisabled)
  const submits = able.filter(({ type, name }) => type === 'submit' && removalEffects[name] === undefined)
  return (
    // Within a group, `method` sends what is typed, and others request another code or go back.
    (own.length > 0 ? submits.find(({ name }) => name === 'method') : undefined) ??
    submits[0] ??
    able.find(({ trigger }) => trigger !== undefined && trigger !== 'unknown')
  )
}
