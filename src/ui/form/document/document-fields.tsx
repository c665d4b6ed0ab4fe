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
  /** Opened at first. */
  section: string | undefined
  onCode: () => void
}

/** The fields of a text that can be read; why there are none where it cannot. */
export function DocumentFields({ document, options, at, fields, isReadOnly, section, onCode }: Props) {
  const { text } = document
  const source = useMemo(() => readSource(text, options), [text, options])
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  if (isRefusal(source))
    return (
      <div className={css.unreadable}>
        <p>The text cannot be read, so there are no fields: {source.refusal}.</p>
        <Button onPress={onCode}>Go to the code</Button>
      </div>
    )
  const root = at.reduce<unknown>(childOf, source.value)
  const described = describedIn(fields, root)
  const all = new Map(fieldsOf(described).map((one) => [one.name, one]))

  function bound(name: string): Bound<unknown> {
    const field = all.get(name)
    if (!field || isRefusal(source)) throw new Error(`No field is called ${name}`)
    const path = [...at, ...pathOfField(name)]
    const part = readPart(source, path)
    const shown = shownIn(field, part.value)
    const value = document.strange === name ? NaN : shown.value
    const lock = shown.lock ?? sentence(part.refusal?.refusal) ?? document.refusalOf(name)
    const isJudged = left.has(name) || document.kept !== ''
    return {
      name,
      value,
      onChange: (next) => document.writeField(name, options, path, writtenFor(field, next)),
      onBlur() {
        document.endStep()
        if (!left.has(name)) setLeft(new Set([...left, name]))
      },
      error: lock === undefined && (isJudged || document.strange === name) ? faultOf(field, value) : undefined,
      isReadOnly: isReadOnly || lock !== undefined,
      ...(lock === undefined || isReadOnly ? {} : { lock }),
    }
  }
  const beside = membersBeside(root, [...all.keys()].map(pathOfField))
  return (
    <BindingContext value={bound}>
      <div className={css.fields}>
        <DescribedFields fields={asForm(described)} opened={section} />
        {beside.length > 0 && (
          <p className={css.beside}>
            {beside.length === 1 ? '1 member is' : `${beside.length} members are`} only in the code:{' '}
            {formatNames(beside, 3)}.
          </p>
        )}
      </div>
    </BindingContext>
  )
}

const sentence = (reason: string | undefined) => (reason === undefined ? undefined : asSentence(capital(reason)))
