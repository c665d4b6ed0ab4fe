import { getChild, isRefusal, type ReadOptions, readSource, readValueAt } from '@/shared/document/read'
import { type FormValues, setFormValue, shownFields } from '@/shared/forms/form-description'
import { findProblems } from '../../editor/schema-problems'
import { validateField } from '../described/form-schema'
import type { DocumentFormProps } from './props'
import { flattenFields, parseFieldPath, resolveFields, toFieldValue, toFormDescription } from './values'

/** The findings of fields and schema about a text that can be parsed. */
export function listFindings(
  text: string,
  options: ReadOptions,
  { fields, at = [], schema, language, advise }: DocumentFormProps
) {
  const source = readSource(text, options)
  if (isRefusal(source)) return []
  const described = resolveFields(fields, at.reduce<unknown>(getChild, source.value))
  const shown = new Map(
    flattenFields(described).map((field) => [
      field.name,
      toFieldValue(field, readValueAt(source, [...at, ...parseFieldPath(field.name)]).value),
    ])
  )
  const values = [...shown].reduce<FormValues>((all, [name, { value }]) => setFormValue(all, name, value), {})
  // A value that does not fit its field is validated by the schema instead.
  const errors = shownFields(toFormDescription(described), values).flatMap((field) => {
    const { value, lock } = shown.get(field.name) ?? {}
    const error = lock === undefined ? validateField(field, value) : undefined
    return error === undefined ? [] : [`${field.label}: ${error}`]
  })
  // The editor's parser supports only one document. For several, only the fields are validated.
  const problems =
    source.others.length > 0
      ? []
      : findProblems(text, language, schema).map(({ line, message }) => `Line ${line}: ${message}.`)
  return [...errors, ...problems, ...(advise?.(text) ?? [])]
}
