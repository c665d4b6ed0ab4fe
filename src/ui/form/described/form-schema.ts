import { z } from 'zod/mini'
import { parseDuration } from '@/shared/duration'
import { findScheduleError } from '@/shared/forms/schedules'
import { isAmount } from '@/lib/amount'
import { findLengthError, findNumberError, findTextError, NOT_A_NUMBER, REQUIRED } from '@/lib/field-errors'
import type { Choice } from '@/shared/forms/choice'
import { explainIssue } from '../explain-issue'
import { isBlank, UnparsedText } from '../code/unparsed-text'
import {
  type CodeKind,
  type FieldDescription,
  type FormDescription,
  shownFields,
  type FormValues,
  valueAt,
  setFormValue,
} from '@/shared/forms/form-description'
import type { SecretValue } from '../fields/secret'
import { isIsoDate } from '../fields/iso'
import { isIncomplete, isKept, type KeyValue, type ValueSource } from '../fields/value-source'

type FieldError = { path: (string | number)[]; message: string }

/** Schemas of fields, by the name of the field. */
export type FieldSchemas = Readonly<Record<string, z.ZodMiniType>>

/**
 * The schema of a described form: it validates and returns the values of the fields that are shown. Text is trimmed.
 * Empty values stay empty (`''`, `null`), so that an update can distinguish emptied from untouched. Only a retained
 * secret is left out.
 *
 * @param schemas validate and parse their fields instead of the description, so that a form and its command agree
 */
export const toFormSchema = (
  form: FormDescription,
  schemas: FieldSchemas = noSchemas
): z.ZodMiniType<FormValues, FormValues> =>
  z.pipe(
    z.custom<FormValues>(),
    z.transform((values, context) => {
      const { read, errors } = readForm(form, values, schemas)
      for (const { path, message } of errors) context.issues.push({ code: 'custom', path, message, input: values })
      return errors.length > 0 ? z.NEVER : read
    })
  )

const noSchemas: FieldSchemas = {}

function readForm(
  form: FormDescription,
  values: FormValues,
  schemas: FieldSchemas
): { read: FormValues; errors: FieldError[] } {
  const shown = shownFields(form, values).filter(({ isReadOnly }) => !isReadOnly)
  const parsed = parseBySchemas(shown, values, schemas)
  let read = parsed.read
  const errors = [...parsed.errors]
  for (const field of shown) {
    if (schemas[field.name]) continue
    const value = valueAt(values, field.name)
    const path = field.name.split('.')
    const message = validateField(field, value, values)
    if (message !== undefined) errors.push({ path, message })
    if (field.type === 'list' && Array.isArray(value)) {
      const items = value.map((item) => readForm(field.fields, item as FormValues, noSchemas))
      items.forEach((item, at) => errors.push(...item.errors.map((e) => ({ ...e, path: [...path, at, ...e.path] }))))
      read = setFormValue(
        read,
        field.name,
        items.map((item) => item.read)
      )
    } else {
      const sent = toSend(field, value)
      if (sent !== undefined) read = setFormValue(read, field.name, sent)
    }
  }
  return { read, errors }
}

/** The values of the fields that have a schema of their own. */
function parseBySchemas(
  fields: readonly FieldDescription[],
  values: FormValues,
  schemas: FieldSchemas
): { read: FormValues; errors: FieldError[] } {
  const own = fields.flatMap(({ name }) => (schemas[name] ? [[name, schemas[name]] as const] : []))
  const { data = {}, error } = z.object(Object.fromEntries(own)).safeParse(values, { error: explainIssue })
  return { read: data, errors: (error?.issues ?? []).map(({ path, message }) => ({ path: path.map(String), message })) }
}

function toSend(field: FieldDescription, value: unknown): unknown {
  if (field.type === 'secret') {
    const secret = value as SecretValue
    return secret.is === 'kept' ? undefined : secret.text
  }
  if (field.type === 'search' && field.sends !== 'choice') return value === null ? null : (value as Choice).value
  return typeof value === 'string' && field.type !== 'textarea' && field.type !== 'code' ? value.trim() : value
}

/** The error of one value, without the errors of its items. */
export function validateField(field: FieldDescription, value: unknown, values: FormValues = {}): string | undefined {
  const error = isEmpty(field, value) ? findMissingError(field) : findFormatError(field, value)
  return error ?? field.validate?.(value, values)
}

const findMissingError = ({ isRequired, requiredMessage = REQUIRED }: FieldDescription) =>
  isRequired ? requiredMessage : undefined

function findFormatError(field: FieldDescription, value: unknown): string | undefined {
  switch (field.type) {
    case 'text':
    case 'textarea':
    case 'suggest':
      return findTextError(field, String(value).trim())
    case 'code':
      return value instanceof UnparsedText
        ? value.error
        : (findLengthError(field, value) ?? findJsonError(field, value))
    case 'number':
      return findNumberError(field, value)
    case 'duration':
      return parseDuration(String(value)) === undefined ? 'Write a duration such as 30s, 5m or 1h30m.' : undefined
    case 'amount':
      return isAmount(String(value), field.set) ? undefined : NOT_A_NUMBER
    case 'schedule':
      return findScheduleError(String(value).trim())
    case 'moment':
      return isIsoDate(String(value)) ? undefined : 'Write a date such as 2026-03-01 09:00 or in 2h.'
    case 'keyValues':
      return findKeyValuesError(value as readonly KeyValue[])
    case 'source':
      return !isKept(value) && isIncomplete(value as ValueSource) ? 'Write both the name and the key.' : undefined
    case 'list':
      return (value as unknown[]).length > (field.most ?? Infinity) ? `At most ${field.most} are allowed.` : undefined
    default:
      return undefined
  }
}

function isEmpty(field: FieldDescription, value: unknown): boolean {
  const { type } = field
  if (value === undefined || value === null || (typeof value === 'string' && value.trim() === '')) return true
  if (type === 'checkbox' || type === 'switch') return value === false
  if (type === 'secret') return (value as SecretValue).is === 'typed' && (value as { text: string }).text === ''
  if (type === 'source')
    return !isKept(value) && 'value' in (value as ValueSource) && isIncomplete(value as ValueSource)
  if (type === 'code') return !field.isParsed && typeof value === 'string' && isBlank(value, field.language)
  if (Array.isArray(value)) return value.length === 0
  return type === 'labels' && Object.keys(value).length === 0
}

/**
 * The error of a JSON text that no editor has read yet, such as a default. YAML is only read by the editor, because its
 * parser is large.
 */
function findJsonError({ language, isParsed }: CodeKind, value: unknown): string | undefined {
  if (language !== 'json' || isParsed || typeof value !== 'string') return undefined
  try {
    JSON.parse(value)
    return undefined
  } catch {
    return 'This is not valid JSON.'
  }
}

function findKeyValuesError(rows: readonly KeyValue[]): string | undefined {
  const names = rows.map(({ name }) => name.trim())
  if (names.includes('')) return 'Every row needs a name.'
  const duplicate = names.find((name, at) => names.indexOf(name) !== at)
  if (duplicate !== undefined) return `The name ${duplicate} is used twice.`
  const incomplete = rows.find((row) => 'valueFrom' in row && isIncomplete(row))
  return incomplete && `${incomplete.name} needs both the name and the key.`
}
