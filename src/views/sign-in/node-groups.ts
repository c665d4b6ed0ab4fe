import type { FlowNode, FlowInput } from '@/api/sign-in/flow'
import { submitButtons, inputFields } from './flow-body'

/** Consecutive buttons are one part. */
type NodePart = Exclude<FlowNode, FlowInput> | FlowInput | FlowInput[]

/** A rendered group of nodes. */
type FlowNodeGroup = {
  group: string
  parts: readonly NodePart[]
  /** An alternative to a group above it. */
  isLater: boolean
}

/** The visible nodes by group, in display order. */
export function groupNodes(nodes: readonly FlowNode[]): FlowNodeGroup[] {
  const names = [...new Set(nodes.map(({ group }) => group))].toSorted((a, b) => rank(a) - rank(b))
  let hasButtons = false
  return names.map((group) => {
    const own = nodes.filter((node) => node.group === group)
    const buttons = new Set<FlowNode>(submitButtons(own))
    const fields = new Set<FlowNode>(inputFields(own))
    const parts: NodePart[] = []
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

/** Groups common to all forms first, then sign-in methods with typed input, then the others in the service's order. */
const usual = ['default', 'profile', 'identifier_first', 'password', 'code']
/** Sign-in methods of other services, which use no typed input. */
const elsewhere = new Set(['oidc', 'saml'])
const rank = (group: string) =>
  elsewhere.has(group) ? usual.length + 1 : usual.includes(group) ? usual.indexOf(group) : usual.length

/** The effects of buttons that make signing in less secure or impossible, by name; they need confirmation. */
export const removalEffects: Readonly<Record<string, string>> = {
  totp_unlink: 'Signing in will no longer require a code from the app.',
  lookup_secret_disable: 'Your backup codes will no longer work.',
  webauthn_remove: 'You will no longer be able to sign in with this key.',
  passkey_remove: 'You will no longer be able to sign in with this passkey.',
  unlink: 'You will no longer be able to sign in with that account.',
}

/**
 * The button that Enter presses: one in the group of the field, else the first one. Never a button that removes something.
 * @param buttons in display order
 * @param group of the field; undefined when the focus is elsewhere
 * @returns undefined when the group has its own buttons, but none that can be pressed
 */
export function findEnterButton(buttons: readonly FlowInput[], group: string | undefined): FlowInput | undefined {
  const own = buttons.filter((button) => button.group === group)
  const able = (own.length > 0 ? own : buttons).filter(({ isDisabled }) => !isDisabled)
  const submits = able.filter(({ type, name }) => type === 'submit' && removalEffects[name] === undefined)
  return (
    // Within a group, `method` sends the input; other buttons request another code or go back.
    (own.length > 0 ? submits.find(({ name }) => name === 'method') : undefined) ??
    submits[0] ??
    able.find(({ trigger }) => trigger !== undefined && trigger !== 'unknown')
  )
}
