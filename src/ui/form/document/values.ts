import type { DocumentDescription, DocumentField, FormDescription } from '../../../lib/form-description'
import type { Path } from '../../../lib/document/read'
import { isRecord } from '../../../lib/document/value'

/** All fields, whether shown or not. */
export const fieldsOf = (form: DocumentDescription): DocumentField[] =>
  form.flatMap((one) => (one.type === 'section' ? fieldsOf(one.fields) : [one]))

/** Which fields there are may depend on what the text says. */
export type FieldsOfDocument = DocumentDescription | ((value: unknown) => DocumentDescription)

export const describedIn = (fields: FieldsOfDocument, value: unknown): DocumentDescription =>
  typeof fields === 'function' ? fields(value) : fields

/** Where the value of a field stands, from where the fields begin. */
export const pathOfField = (name: string): Path =>
  name.split('.').map((step) => (/^\d+$/.test(step) ? Number(step) : step))

/** A description of texts is one of forms, too. */
export const asForm = (form: DocumentDescription): FormDescription => form

/** The value that a field shows, and as a sentence why it cannot be edited in it. */
export type Shown = { value: unknown; lock?: string }

/** What a value of a text is in a field. A field that would lose some of it is locked. */
export function shownIn(field: DocumentField, value: unknown): Shown {
  if (value === undefined || value === null) return { value: emptyOf(field) }
  const fault = misfit(field, value)
  if (fault === undefined) return { value: isNumbers(field) ? (value as readonly number[]).map(String) : value }
  return { value: emptyOf(field), lock: `${fault}: change it in the code.` }
}

/** What is written for a value of a field; undefined takes it out of the text. */
export function writtenFor(field: DocumentField, value: unknown): unknown {
  if (value === null || value === '') return undefined
  if (isNumbers(field) && Array.isArray(value) && value.length > 0) return value.map(Number)
  if (field.type === 'checkboxes' || field.type === 'keyValues')
    return (value as readonly unknown[]).length > 0 ? value : undefined
  return field.type === 'labels' && Object.keys(value as object).length === 0 ? undefined : value
}

const isNumbers = (field: DocumentField) => field.type === 'checkboxes' && field.isNumeric === true

const isOption = ({ options }: Extract<DocumentField, { type: 'checkboxes' }>, text: string) =>
  options.some(({ value }) => value === text)

function emptyOf({ type }: DocumentField): unknown {
  if (type === 'number') return null
  if (type === 'checkbox' || type === 'switch') return false
  if (type === 'labels') return {}
  return type === 'checkboxes' || type === 'keyValues' ? [] : ''
}

function misfit(field: DocumentField, value: unknown): string | undefined {
  switch (field.type) {
    case 'number':
      return typeof value === 'number' && Number.isFinite(value) ? undefined : `It is ${kindOf(value)}, not a number`
    case 'checkbox':
    case 'switch':
      return typeof value === 'boolean' ? undefined : `It is ${kindOf(value)}, neither true nor false`
    case 'labels':
      return isRecord(value) && Object.values(value).every((one) => typeof one === 'string')
        ? undefined
        : 'It has more than labels'
    case 'keyValues':
      return Array.isArray(value) && value.every(isKeyValue) ? undefined : 'It has more than names and values'
    case 'checkboxes':
      return Array.isArray(value) &&
        value.every((one) => typeof one === (field.isNumeric ? 'number' : 'string') && isOption(field, String(one)))
        ? undefined
        : 'It has what is not offered here'
    default:
      return typeof value === 'string' ? misfitOfText(field, value) : `It is ${kindOf(value)}, not text`
  }
}

function misfitOfText(field: DocumentField, text: string): string | undefined {
  if (field.type !== 'textarea' && /[\r\n]/.test(text)) return 'It has several lines'
  const isChoice = field.type === 'select' || field.type === 'radio'
  return isChoice && text !== '' && !field.options.some(({ value }) => value === text)
    ? `${text} is not offered here`
    : undefined
}

function kindOf(value: unknown): string {
  if (Array.isArray(value)) return 'a list'
  if (isRecord(value)) return 'an object'
  return typeof value === 'number' ? 'a number' : typeof value === 'boolean' ? String(value) : 'text'
}

const hasOnly = (value: Readonly<Record<string, unknown>>, keys: readonly string[]) =>
  Object.keys(value).every((key) => keys.includes(key))

/** A `KeyValue`, and nothing besides. */
function isKeyValue(row: unknown): boolean {
  if (!isRecord(row) || typeof row['name'] !== 'string') return false
  if (typeof row['value'] === 'string') return hasOnly(row, ['name', 'value'])
  const from = row['valueFrom']
  if (!isRecord(from) || !hasOnly(row, ['name', 'valueFrom']) || Object.keys(from).length !== 1) return false
  const ref = from['secretKeyRef'] ?? from['configMapKeyRef']
  return (
    isRecord(ref) && typeof ref['name'] === 'string' && typeof ref['key'] === 'string' && hasOnly(ref, ['name', 'key'])
  )
}
