import type { FlowNode, FlowInput, FlowScalar } from '@/api/sign-in/flow'
import { NOT_A_NUMBER, REQUIRED } from '../../lib/field-errors'

/** The value of a field. An empty number field has `null`, and one with other text has NaN. */
export type FlowFieldValue = string | boolean | number | null

/** The input, by the key of the field. */
export type FieldInput = Readonly<Record<string, FlowFieldValue>>

/** The name of a field for the form library, which takes dots as a path into its values. */
export const fieldKey = (name: string) => name.replaceAll('.', ':')

const isPressed = ({ type }: FlowInput) => type === 'submit' || type === 'button'
export const isHiddenNode = (node: FlowNode) => node.is === 'input' && node.type === 'hidden'

const inputNodes = (nodes: readonly FlowNode[]): FlowInput[] =>
  nodes.filter((node): node is FlowInput => node.is === 'input')
export const inputFields = (nodes: readonly FlowNode[]): FlowInput[] =>
  inputNodes(nodes).filter((input) => !isPressed(input) && !isHiddenNode(input))
export const submitButtons = (nodes: readonly FlowNode[]): FlowInput[] => inputNodes(nodes).filter(isPressed)

/** A code from a device or a mail. People may type it in groups. */
export const isCodeField = ({ name, autocomplete }: FlowInput) =>
  autocomplete === 'one-time-code' || ['code', 'totp_code', 'lookup_secret'].includes(name)

/** Which field shows an input. */
export function fieldControl({ type, options }: FlowInput): 'toggle' | 'select' | 'password' | 'number' | 'text' {
  if (type === 'checkbox') return 'toggle'
  if (options.length > 0) return 'select'
  return type === 'password' || type === 'number' ? type : 'text'
}

/** The first values of the fields: earlier input, else the value of the service. */
export function initialFieldValues(nodes: readonly FlowNode[], typed: FieldInput): Record<string, FlowFieldValue> {
  return Object.fromEntries(
    inputFields(nodes).map((input) => {
      const key = fieldKey(input.name)
      const earlier = typed[key]
      const fits =
        fieldControl(input) === 'number'
          ? earlier === null || typeof earlier === 'number'
          : typeof earlier === kindOf(input)
      return [key, fits && earlier !== undefined ? earlier : startOf(input)]
    })
  )
}

const kindOf = (input: FlowInput) => (fieldControl(input) === 'toggle' ? 'boolean' : 'string')

function startOf(input: FlowInput): FlowFieldValue {
  const text = String(input.value)
  switch (fieldControl(input)) {
    case 'toggle':
      return text === 'true'
    case 'number':
      return text === '' ? null : Number(text)
    default:
      return input.type === 'datetime-local' ? localTime(text) : text
  }
}

/** The input that may be earlier when a flow starts over. */
export function reusableInput(nodes: readonly FlowNode[], typed: FieldInput): FieldInput {
  const earlier = inputFields(nodes).filter((input) => input.type !== 'password' && !isCodeField(input))
  return Object.fromEntries(
    earlier.flatMap(({ name }) => {
      const value = typed[fieldKey(name)]
      return value === undefined ? [] : [[fieldKey(name), value]]
    })
  )
}

/** Whether a button needs the fields. One that requests another code or goes back a step does not. */
const requiresFields = ({ name }: Pick<FlowInput, 'name'>) => name === 'method'

/** The nodes that a button sends: those of its group, and those common to all forms. */
const sentWith = (nodes: readonly FlowNode[], { group }: Pick<FlowInput, 'group'>) =>
  nodes.filter((node) => node.group === group || node.group === 'default')

/** Validation errors of the fields that a button needs, by field key, by the rules of a browser. */
export function validateFields(
  nodes: readonly FlowNode[],
  typed: FieldInput,
  pressed: FlowInput
): Record<string, string> {
  if (!requiresFields(pressed)) return {}
  return Object.fromEntries(
    inputFields(sentWith(nodes, pressed)).flatMap((field) => {
      const error = field.isDisabled ? undefined : validateField(field, typed[fieldKey(field.name)])
      return error === undefined ? [] : [[fieldKey(field.name), error]]
    })
  )
}

function validateField(
  { isRequired, type, pattern, maxLength }: FlowInput,
  value: FlowFieldValue | undefined
): string | undefined {
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
export function buildFlowBody(
  nodes: readonly FlowNode[],
  typed: FieldInput,
  pressed: Pick<FlowInput, 'name' | 'value' | 'group'>
): Record<string, FlowScalar> {
  const sent = sentWith(nodes, pressed)
  const hidden = inputNodes(sent).filter(isHiddenNode)
  const body: Record<string, FlowScalar> = {}
  for (const { name, value } of hidden) body[name] = value
  for (const field of inputFields(sent)) {
    // Sending a code with the button that requests another one would count as an attempt.
    if (field.isDisabled || (isCodeField(field) && !requiresFields(pressed))) continue
    const value = sentValue(field, typed[fieldKey(field.name)])
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
function sentValue(field: FlowInput, value: FlowFieldValue | undefined): FlowScalar | undefined {
  if (fieldControl(field) === 'toggle') return value === true
  if (fieldControl(field) === 'number') return typeof value === 'number' && !Number.isNaN(value) ? value : undefined
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
export function serviceErrors(nodes: readonly FlowNode[]): Record<string, string> {
  return Object.fromEntries(
    inputFields(nodes).flatMap(({ name, messages }) => {
      const wrong = messages.filter(({ type }) => type === 'error').map(({ text }) => text)
      return wrong.length > 0 ? [[fieldKey(name), wrong.join(' ')]] : []
    })
  )
}
