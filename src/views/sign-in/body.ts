import type { FlowNode, Input } from '../../api/flow'

/** The input, by the key of the field. */
export type Typed = Readonly<Record<string, string | boolean>>

/** The name of a field for the form library, which takes dots as a path into its values. */
export const keyOf = (name: string) => name.replaceAll('.', ':')

const isPressed = ({ type }: Input) => type === 'submit' || type === 'button'
const isHidden = ({ type }: Input) => type === 'hidden'

export const inputs = (nodes: readonly FlowNode[]): Input[] =>
  nodes.filter((node): node is Input => node.is === 'input')
export const fieldsOf = (nodes: readonly FlowNode[]): Input[] =>
  inputs(nodes).filter((input) => !isPressed(input) && !isHidden(input))
export const buttonsOf = (nodes: readonly FlowNode[]): Input[] => inputs(nodes).filter(isPressed)

/** A code from a device or a mail. People may type it in groups. */
export const isCode = ({ name, autocomplete }: Input) =>
  autocomplete === 'one-time-code' || ['code', 'totp_code', 'lookup_secret'].includes(name)

/** The first values of the fields: earlier input, else the value of the service. */
export function initialOf(nodes: readonly FlowNode[], typed: Typed): Record<string, string | boolean> {
  return Object.fromEntries(
    fieldsOf(nodes).map((input) => {
      const key = keyOf(input.name)
      const start = input.type === 'checkbox' ? input.value === 'true' : input.value
      const kept = typed[key]
      return [key, typeof kept === typeof start ? (kept ?? start) : start]
    })
  )
}

/** The input that may be kept when a flow starts over. */
export function keptOf(nodes: readonly FlowNode[], typed: Typed): Typed {
  const kept = fieldsOf(nodes).filter((input) => input.type !== 'password' && !isCode(input))
  return Object.fromEntries(
    kept.flatMap(({ name }) => {
      const value = typed[keyOf(name)]
      return value === undefined ? [] : [[keyOf(name), value]]
    })
  )
}

/** Whether a button needs the fields. One that requests another code or goes back a step does not. */
export const needsFields = ({ name }: Pick<Input, 'name'>) => name === 'method'

/** The nodes that a button sends: those of its group, and those common to all forms. */
const sentWith = (nodes: readonly FlowNode[], { group }: Pick<Input, 'group'>) =>
  nodes.filter((node) => node.group === group || node.group === 'default')

/** The empty fields that a button needs, with the error messages, by field key. */
export function lackingOf(nodes: readonly FlowNode[], typed: Typed, pressed: Input): Record<string, string> {
  if (!needsFields(pressed)) return {}
  const empty = fieldsOf(sentWith(nodes, pressed)).filter(({ name, isRequired }) => {
    const value = typed[keyOf(name)]
    return isRequired && (value === undefined || value === '' || value === false)
  })
  return Object.fromEntries(empty.map(({ name }) => [keyOf(name), 'This field is required']))
}

/** The request body for a pressed button. */
export function bodyOf(
  nodes: readonly FlowNode[],
  typed: Typed,
  pressed: Pick<Input, 'name' | 'value' | 'group'>
): Record<string, string | boolean> {
  const sent = sentWith(nodes, pressed)
  const hidden = inputs(sent).filter(isHidden)
  const body: Record<string, string | boolean> = {}
  for (const { name, value } of hidden) body[name] = value
  for (const field of fieldsOf(sent)) {
    // With a button that requests another code, a code would count as an attempt.
    if (field.isDisabled || (isCode(field) && !needsFields(pressed))) continue
    body[field.name] = typed[keyOf(field.name)] ?? ''
  }
  if (pressed.name !== '') body[pressed.name] = pressed.value
  // Buttons such as `totp_unlink` have no method of their own.
  if (pressed.group !== 'default') body['method'] ??= pressed.group
  return body
}

/** The error messages of the service, by field key. */
export function problemsOf(nodes: readonly FlowNode[]): Record<string, string> {
  return Object.fromEntries(
    fieldsOf(nodes).flatMap(({ name, messages }) => {
      const wrong = messages.filter(({ type }) => type === 'error').map(({ text }) => text)
      return wrong.length > 0 ? [[keyOf(name), wrong.join(' ')]] : []
    })
  )
}
