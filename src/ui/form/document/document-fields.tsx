import { useMemo, useState } from 'react'
import { asSentence, capital, formatNames } from '../../../lib/format'
import { membersBeside } from '../../../lib/document/members'
import { childOf, isRefusal, type Options, type Path, readPart, readSource } from '../../../lib/document/read'
import { Button } from '../../button'
import { BindingContext, type Bound } from '../bind'
import { DescribedFields } from '../described/described'
import { faultOf } from '../described/read-values'
import css from './document.module.css'
import type { useDocument } from './use-document'
import { asForm, describedIn, type FieldsOfDocument, fieldsOf, pathOfField, shownIn, writtenFor } from './values'

type Props = {
  document: ReturnType<typeof useDocument>
  options: Options
  at: Path
  fields: FieldsOfDocument
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
  const root = at.reduce<unknown>(childOf, source.value)
  const described = describedIn(fields, root)
  const all = new Map(fieldsOf(described).map((one) => [one.name, one]))

  function bound(name: string): Bound<unknown> {
    const field = all.get(name)
    if (!field || isRefusal(source)) throw new Error(`There is no field ${name}`)
    const path = [...at, ...pathOfField(name)]
    const part = readPart(source, path)
    const shown = shownIn(field, part.value)
    const value = document.notANumber === name ? NaN : shown.value
    const lock = shown.lock ?? sentence(part.refusal?.refusal) ?? document.refusalOf(name)
    const isValidated = left.has(name) || document.savedText !== ''
    return {
      name,
      value,
      onChange: (next) => document.writeField(name, options, path, writtenFor(field, next)),
      onBlur() {
        document.endStep()
        if (!left.has(name)) setLeft(new Set([...left, name]))
      },
      error: lock === undefined && (isValidated || document.notANumber === name) ? faultOf(field, value) : undefined,
      isReadOnly: isReadOnly || lock !== undefined,
      ...(lock === undefined || isReadOnly ? {} : { lock }),
    }
  }
  const unlisted = membersBeside(root, [...all.keys()].map(pathOfField))
  return (
    <BindingContext value={bound}>
      <div className={css.fields}>
        <DescribedFields fields={asForm(described)} opened={section} />
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
