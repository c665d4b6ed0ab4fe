import type { DocumentDescription, DocumentField, FormDescription } from '@/shared/forms/form-description'
import type { DocumentPath } from '@/shared/document/read'
import { isRecord } from '@/shared/document/value'

/** All fields of a form, shown or not. */
export const flattenFields = (form: DocumentDescription): DocumentField[] =>
  form.flatMap((one) => (one.type === 'section' ? flattenFields(one.fields) : [one]))

/** The fields of a document, which may depend on its parsed value. */
export type DocumentFieldsSource = DocumentDescription | ((value: unknown) => DocumentDescription)

export const resolveFields = (fields: DocumentFieldsSource, value: unknown): DocumentDescription =>
  typeof fields === 'function' ? fields(value) : fields

/** The path of a field's value, relative to the path of the form. */
export const parseFieldPath = (name: string): DocumentPath =>
  name.split('.').map((step) => (/^\d+$/.test(step) ? Number(step) : step))

/** A document description is also a valid form description. */
export const toFormDescription = (form: DocumentDescription): FormDescription => form

/** The value that a field shows and, if the field cannot edit it, the reason as a sentence. */
type FieldValue = { value: unknown; lock?: string }

/** The field value for a value in the text. A field that would lose part of the value is locked. */
export function toFieldValue(field: DocumentField, value: unknown): FieldValue {
  if (value === undefined || value === null) return { value: emptyOf(field) }
  const mismatch = findMismatch(field, value)
  if (mismatch === undefined) return { value: isNumbers(field) ? (value as readonly number[]).map(String) : value }
  return { value: emptyOf(field), lock: `${mismatch}. Edit it in the code.` }
}

/** The value to write into the text for a field value; undefined removes it from the text. */
export function toDocumentValue(field: DocumentField, value: unknown): unknown {
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

function findMismatch(field: DocumentField, value: unknown): string | undefined {
  switch (field.type) {
    case 'number':
      return typeof value === 'number' && Number.isFinite(value)
        ? undefined
        : `The value is ${kindOf(value)}, not a number`
    case 'checkbox':
    case 'switch':
      return typeof value === 'boolean' ? undefined : `The value is ${kindOf(value)}, neither true nor false`
    case 'labels':
      return isRecord(value) && Object.values(value).every((one) => typeof one === 'string')
        ? undefined
        : 'The value contains more than labels'
    case 'keyValues':
      return Array.isArray(value) && value.every(isKeyValue)
        ? undefined
        : 'The value contains more than names and values'
    case 'checkboxes':
      return Array.isArray(value) &&
        value.every((one) => typeof one === (field.isNumeric ? 'number' : 'string') && isOption(field, String(one)))
        ? undefined
        : 'The value contains options that are not available here'
    default:
      return typeof value === 'string' ? findTextMismatch(field, value) : `The value is ${kindOf(value)}, not text`
  }
}

function findTextMismatch(field: DocumentField, text: string): string | undefined {
  if (field.type !== 'textarea' && /[\r\n]/.test(text)) return 'The value has several lines'
  const isChoice = field.type === 'select' || field.type === 'radio'
  return isChoice && text !== '' && !field.options.some(({ value }) => value === text)
    ? `${text} is not one of the options`
    : undefined
}

function kindOf(value: unknown): string {
  if (Array.isArray(value)) return 'a list'
  if (isRecord(value)) return 'an object'
  return typeof value === 'number' ? 'a number' : typeof value === 'boolean' ? String(value) : 'text'
}

const hasOnly = (value: Readonly<Record<string, unknown>>, keys: readonly string[]) =>
  Object.keys(value).every((key) => keys.includes(key))

/** Whether a row is a `KeyValue` without further properties. */
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
