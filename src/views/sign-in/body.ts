import type { FlowNode, Input, Scalar } from '../../api/flow'
import { NOT_A_NUMBER, REQUIRED } from '../../lib/field-faults'

/** The value of a field. An empty number field has `null`, and one with other text has NaN. */
export type Value = string | boolean | number | null

/** The input, by the key of the field. */
export type Typed = Readonly<Record<string, Value>>

/** The name of a field for the form library, which takes dots as a path into its values. */
export const keyOf = (name: string) => name.replaceAll('.', ':')

const isPressed = ({ type }: Input) => type === 'submit' || type === 'button'
export const isHidden = (node: FlowNode) => node.is === 'input' && node.type === 'hidden'

export const inputs = (nodes: readonly FlowNode[]): Input[] =>
  nodes.filter((node): node is Input => node.is === 'input')
export const fieldsOf = (nodes: readonly FlowNode[]): Input[] =>
  inputs(nodes).filter((input) => !isPressed(input) && !isHidden(input))
export const buttonsOf = (nodes: readonly FlowNode[]): Input[] => inputs(nodes).filter(isPressed)

/** A code from a device or a mail. People may type it in groups. */
export const isCode = ({ name, autocomplete }: Input) =>
  autocomplete === 'one-time-code' || ['code', 'totp_code', 'lookup_secret'].includes(name)

/** Which field shows an input. */
export function shownAs({ type, options }: Input): 'toggle' | 'select' | 'password' | 'number' | 'text' {
  if (type === 'checkbox') return 'toggle'
  if (options.length > 0) return 'select'
  return type === 'password' || type === 'number' ? type : 'text'
}

/** The first values of the fields: earlier input, else the value of the service. */
export function initialOf(nodes: readonly FlowNode[], typed: Typed): Record<string, Value> {
  return Object.fromEntries(
    fieldsOf(nodes).map((input) => {
      const key = keyOf(input.name)
      const earlier = typed[key]
      const fits =
        shownAs(input) === 'number' ? earlier === null || typeof earlier === 'number' : typeof earlier === kindOf(input)
      return [key, fits && earlier !== undefined ? earlier : startOf(input)]
    })
  )
}

const kindOf = (input: Input) => (shownAs(input) === 'toggle' ? 'boolean' : 'string')

function startOf(input: Input): Value {
  const text = String(input.value)
  switch (shownAs(input)) {
    case 'toggle':
      return text === 'true'
    case 'number':
      return text === '' ? null : Number(text)
    default:
      return input.type === 'datetime-local' ? localTime(text) : text
  }
}

/** The input that may be earlier when a flow starts over. */
export function keptOf(nodes: readonly FlowNode[], typed: Typed): Typed {
  const earlier = fieldsOf(nodes).filter((input) => input.type !== 'password' && !isCode(input))
  return Object.fromEntries(
    earlier.flatMap(({ name }) => {
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

/** Validation errors of the fields that a button needs, by field key, by the rules of a browser. */
export function faultsOf(nodes: readonly FlowNode[], typed: Typed, pressed: Input): Record<string, string> {
  if (!needsFields(pressed)) return {}
  return Object.fromEntries(
    fieldsOf(sentWith(nodes, pressed)).flatMap((field) => {
      const error = field.isDisabled ? undefined : validateField(field, typed[keyOf(field.name)])
      return error === undefined ? [] : [[keyOf(field.name), error]]
    })
  )
}

function validateField({ isRequired, type, pattern, maxLength }: Input, value: Value | undefined): string | undefined {
  if (Number.isNaN(value)) return NOT_A_NUMBER
  const isEmpty = value === undefined || value === null || value === '' || value === false
  if (isEmpty) return isRequired ? REQUIRED : undefined
  if (typeof value !== 'string') return undefined
  if (maxLength !== undefined && value.length > maxLength) return `This field has a maximum of ${maxLength} characters`
  // A minimal check, as in browsers. The service validates the address in full.
  if (type === 'email' && !/^[^\s@]+@[^\s@]+$/.test(value)) return 'This field must be an e-mail address'
  if (type === 'url' && !URL.canParse(value)) return 'This field must be a URL, such as https://example.com'
  if (pattern !== '' && !matches(pattern, value)) return 'This field must have the expected format'
  return undefined
}

/** Matches the whole text, as browsers do. A pattern that browsers cannot parse allows everything. */
function matches(pattern: string, value: string): boolean {
  try {
    return new RegExp(`^(?:${pattern})$`, 'v').test(value)
  } catch {
    return true
  }
}

/** The request body for a pressed button. Values have the types that the service gave. */
export function bodyOf(
  nodes: readonly FlowNode[],
  typed: Typed,
  pressed: Pick<Input, 'name' | 'value' | 'group'>
): Record<string, Scalar> {
  const sent = sentWith(nodes, pressed)
  const hidden = inputs(sent).filter(isHidden)
  const body: Record<string, Scalar> = {}
  for (const { name, value } of hidden) body[name] = value
  for (const field of fieldsOf(sent)) {
    // Sending a code with the button that requests another one would count as an attempt.
    if (field.isDisabled || (isCode(field) && !needsFields(pressed))) continue
    const value = sentValue(field, typed[keyOf(field.name)])
    if (value !== undefined) body[field.name] = value
  }
  if (pressed.name !== '') body[pressed.name] = pressed.value
  // Buttons such as `totp_unlink` have no method of their own.
  if (pressed.group !== 'default') body['method'] ??= pressed.group
  return body
}

/** Input types for which the service rejects empty text. Without a value it treats them as not given. */
const formats = new Set(['email', 'url', 'tel', 'date', 'datetime-local'])

/** @returns undefined for a field without a value, which is left out */
function sentValue(field: Input, value: Value | undefined): Scalar | undefined {
  if (shownAs(field) === 'toggle') return value === true
  if (shownAs(field) === 'number') return typeof value === 'number' && !Number.isNaN(value) ? value : undefined
  const text = typeof value === 'string' ? value : ''
  if (field.options.length > 0) return field.options.find((option) => String(option) === text)
  if (text === '' && (formats.has(field.type) || field.pattern !== '')) return undefined
  if (field.type !== 'datetime-local') return text
  // An unchanged value is sent exactly as received.
  return text === startOf(field) ? field.value : instant(text)
}

/** `2026-03-01T09:00` of a browser's field, in the time zone of the browser, as RFC 3339; other text as it is. */
function instant(text: string): string {
  const at = new Date(text)
  return Number.isNaN(at.getTime()) ? text : at.toISOString()
}

/** Converts an RFC 3339 time to the local time of a `datetime-local` field. */
function localTime(text: string): string {
  const at = new Date(text)
  if (Number.isNaN(at.getTime())) return text
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
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
