import { useMemo, useState } from 'react'
import { asSentence, capital, formatNames } from '@/shared/format'
import { findOtherMembers } from '@/lib/document/members'
import {
  getChild,
  isRefusal,
  type ReadOptions,
  type DocumentPath,
  readValueAt,
  readSource,
} from '@/shared/document/read'
import { Button } from '../../button'
import { BindingContext, type BoundField } from '../bind'
import { DescribedFields } from '../described/described-fields'
import { validateField } from '../described/form-schema'
import css from './document.module.css'
import type { useDocument } from './use-document'
import {
  toFormDescription,
  resolveFields,
  type DocumentFieldsSource,
  flattenFields,
  parseFieldPath,
  toFieldValue,
  toDocumentValue,
} from './values'

type Props = {
  document: ReturnType<typeof useDocument>
  options: ReadOptions
  at: DocumentPath
  fields: DocumentFieldsSource
  isReadOnly: boolean
  /** The key of the initially expanded section. */
  section: string | undefined
  onCode: () => void
}

/** The fields of a text, or the reason why the text cannot be parsed. */
export function DocumentFields({ document, options, at, fields, isReadOnly, section, onCode }: Props) {
  const { text } = document
  const source = useMemo(() => readSource(text, options), [text, options])
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  if (isRefusal(source))
    return (
      <div className={css.unreadable}>
        <p>The code has an error, so the fields cannot be shown: {source.refusal}.</p>
        <Button onPress={onCode}>Go to the code</Button>
      </div>
    )
  const root = at.reduce<unknown>(getChild, source.value)
  const described = resolveFields(fields, root)
  const all = new Map(flattenFields(described).map((one) => [one.name, one]))

  function bound(name: string): BoundField<unknown> {
    const field = all.get(name)
    if (!field || isRefusal(source)) throw new Error(`There is no field ${name}`)
    const path = [...at, ...parseFieldPath(name)]
    const part = readValueAt(source, path)
    const shown = toFieldValue(field, part.value)
    const value = document.notANumber === name ? NaN : shown.value
    const lock = field.lock ?? shown.lock ?? sentence(part.refusal?.refusal) ?? document.refusalOf(name)
    const isValidated = left.has(name) || document.savedText !== ''
    return {
      name,
      value,
      onChange: (next) => document.writeField(name, options, path, toDocumentValue(field, next)),
      onBlur() {
        document.endStep()
        if (!left.has(name)) setLeft(new Set([...left, name]))
      },
      error:
        lock === undefined && (isValidated || document.notANumber === name) ? validateField(field, value) : undefined,
      isReadOnly: isReadOnly || lock !== undefined,
      ...(lock === undefined || isReadOnly ? {} : { lock }),
    }
  }
  const unlisted = findOtherMembers(root, [...all.keys()].map(parseFieldPath))
  return (
    <BindingContext value={bound}>
      <div className={css.fields}>
        <DescribedFields fields={toFormDescription(described)} opened={section} />
        {unlisted.length > 0 && (
          <p className={css.beside}>
            {unlisted.length === 1 ? '1 property is' : `${unlisted.length} properties are`} only in the code:{' '}
            {formatNames(unlisted, 3)}.
          </p>
        )}
      </div>
    </BindingContext>
  )
}

const sentence = (reason: string | undefined) => (reason === undefined ? undefined : asSentence(capital(reason)))
