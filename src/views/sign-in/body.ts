import type { FlowNode, Input } from '../../api/flow'

/** What was typed, by the key of the field. */
export type Typed = Readonly<Record<string, string | boolean>>

/** A name for a field of a form: dots would be taken for a path into its values. */
export const keyOf = (name: string) => name.replaceAll('.', ':')

const isPressed = ({ type }: Input) => type === 'submit' || type === 'button'
const isHidden = ({ type }: Input) => type === 'hidden'

export const inputs = (nodes: readonly FlowNode[]): Input[] =>
  nodes.filter((node): node is Input => node.is === 'input')
export const fieldsOf = (nodes: readonly FlowNode[]): Input[] =>
  inputs(nodes).filter((input) => !isPressed(input) && !isHidden(input))
export const buttonsOf = (nodes: readonly FlowNode[]): Input[] => inputs(nodes).filter(isPressed)

/** Typed from a device or a mail, perhaps in groups. */
export const isCode = ({ name, autocomplete }: Input) =>
  autocomplete === 'one-time-code' || ['code', 'totp_code', 'lookup_secret'].includes(name)

/** What the fields start with: what was typed before, else what the service says. */
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

/** What may be kept of what was typed when a flow starts over. */
export function keptOf(nodes: readonly FlowNode[], typed: Typed): Typed {
  const kept = fieldsOf(nodes).filter((input) => input.type !== 'password' && !isCode(input))
  return Object.fromEntries(
    kept.flatMap(({ name }) => {
      const value = typed[keyOf(name)]
      return value === undefined ? [] : [[keyOf(name), value]]
    })
  )
}

/** A button that asks for another code, or for the step before, does not need the fields. */
export const needsFields = ({ name }: Pick<Input, 'name'>) => name === 'method'

/** The nodes that a button sends: those of its group, and those that belong to every form. */
const sentWith = (nodes: readonly FlowNode[], { group }: Pick<Input, 'group'>) =>
  nodes.filter((node) => node.group === group || node.group === 'default')

/** The fields that a button needs and that are empty, each with what to say of it. */
export function lackingOf(nodes: readonly FlowNode[], typed: Typed, pressed: Input): Record<string, string> {
  if (!needsFields(pressed)) return {}
  const empty = fieldsOf(sentWith(nodes, pressed)).filter(({ name, isRequired }) => {
    const value = typed[keyOf(name)]
    return isRequired && (value === undefined || value === '' || value === false)
  })
  return Object.fromEntries(empty.map(({ name }) => [keyOf(name), 'This field is required']))
}

/** What is sent when a button is pressed. */
export function bodyOf(
  nodes: readonly FlowNode[],
  typed: Typed,
  pressed: Pick<Input, 'name' | 'value' | 'group'>
): Record<string, string | boolean> {
  const sent = sentWith(nodes, pressed)
  const hidden = inputs(sent).filter(isHidden)
  const body: Record<string, string | boolean> = {}
  // As they came, empty ones too.
  for (const { name, value } of hidden) body[name] = value
  for (const field of fieldsOf(sent)) {
    // Beside another wish a code would be taken for an attempt.
    if (field.isDisabled || (isCode(field) && !needsFields(pressed))) continue
    body[field.name] = typed[keyOf(field.name)] ?? ''
  }
  if (pressed.name !== '') body[pressed.name] = pressed.value
  // Buttons such as `totp_unlink` come without it.
  if (pressed.group !== 'default') body['method'] ??= pressed.group
  return body
}

/** What is wrong with which field, by its key. */
export function problemsOf(nodes: readonly FlowNode[]): Record<string, string> {
  return Object.fromEntries(
    fieldsOf(nodes).flatMap(({ name, messages }) => {
      const wrong = messages.filter(({ type }) => type === 'error').map(({ text }) => text)
      return wrong.length > 0 ? [[keyOf(name), wrong.join(' ')]] : []
    })
  )
}
