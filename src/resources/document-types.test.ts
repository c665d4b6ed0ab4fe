import { parse, stringify } from 'yaml'
import { expect, test } from 'vitest'
import type { RowValues } from '@/api/settings/settings-table'
import { writeValue } from '@/lib/document/edit'
import { isRefusal, yamlOptions } from '@/shared/document/read'
import { isRecord } from '@/shared/document/value'
import { type DocumentField, valueAt } from '@/shared/forms/form-description'
import { flattenFields, parseFieldPath, resolveFields, toDocumentValue, toFieldValue } from '@/ui/form/document/values'
import canaryDetails from './canaries/details'
import canaryEditor from './canaries/document'
import scraperDetails from './scrapers/details'
import scraperEditor from './scrapers/document'

// Every check type and every scraper type: each field of its form is filled in, the document is stored, opened again
// and stored unchanged.

/** An input for a field, by its description. */
function exampleOf(field: DocumentField): unknown {
  switch (field.type) {
    case 'number':
      return Math.max(field.min ?? 3, 3)
    case 'checkbox':
    case 'switch':
      return true
    case 'checkboxes':
      return field.options.slice(0, 2).map(({ value }) => value)
    case 'labels':
      return { team: 'shop', '2': 'yes' }
    case 'keyValues':
      return [
        { name: 'Accept', value: 'text/plain' },
        { name: 'Token', valueFrom: { secretKeyRef: { name: 'shop', key: 'token' } } },
      ]
    case 'select':
    case 'radio':
      return field.options.at(-1)?.value ?? ''
    case 'duration':
      return '90s'
    case 'amount':
      return '10MB'
    case 'schedule':
      return '@every 7m'
    case 'textarea':
      return `${field.label}: 'first'\n# second\n`
    default:
      return `${field.label}: "a" #1`
  }
}

const textOf = (values: unknown) => stringify(values, { lineWidth: 0, aliasDuplicateObjects: false })

function read(text: string): RowValues {
  const value: unknown = parse(text, yamlOptions)
  if (!isRecord(value)) throw new Error('The document is no object.')
  return value
}

const fieldsIn = (editor: Editor, text: string) => flattenFields(resolveFields(editor.fields, read(text)))

/** Fills in every field, also those that another value adds, such as the body of a request. */
function fillIn(editor: Editor, initial: object): { text: string; inputs: Map<string, unknown> } {
  let text = textOf(initial)
  const inputs = new Map<string, unknown>()
  for (let field = next(); field; field = next()) {
    const input = field.name === 'name' ? 'mine' : field.name === 'namespace' ? 'shop' : exampleOf(field)
    const result = writeValue(text, { language: 'yaml' }, parseFieldPath(field.name), toDocumentValue(field, input))
    if (isRefusal(result)) throw new Error(`${field.name}: ${result.refusal}`)
    inputs.set(field.name, input)
    text = result.text
  }
  return { text, inputs }

  function next() {
    return fieldsIn(editor, text).find(({ name }) => !inputs.has(name))
  }
}

type Editor = typeof canaryEditor | typeof scraperEditor
type Editing = { toValues(row: never): object; toRow(values: RowValues): RowValues }
type Case = [kind: string, type: string, initial: object, editor: Editor, editing: Editing]

function casesOf(kind: string, editor: Editor, editing: Editing | undefined): Case[] {
  if (!editing) throw new Error(`A ${kind} cannot be edited.`)
  return editor.types.map(({ id, initial }) => [kind, id, initial, editor, editing])
}
const cases = [
  ...casesOf('check', canaryEditor, canaryDetails.editing),
  ...casesOf('scraper', scraperEditor, scraperDetails.editing),
]

test.each(cases)('%s %s is stored, opened again and stored unchanged', (_kind, _type, initial, editor, editing) => {
  const { text, inputs } = fillIn(editor, initial)
  const row = editing.toRow(read(text))
  // As the server returns it.
  const stored = JSON.parse(JSON.stringify(row)) as never
  const reopened = textOf(editing.toValues(stored))
  for (const field of fieldsIn(editor, reopened)) {
    const shown = toFieldValue(field, valueAt(read(reopened), field.name))
    expect([field.name, shown]).toEqual([field.name, { value: inputs.get(field.name) }])
  }
  expect([...inputs.keys()].toSorted()).toEqual(
    fieldsIn(editor, reopened)
      .map(({ name }) => name)
      .toSorted()
  )
  expect(editing.toRow(read(reopened))).toEqual(row)
})
