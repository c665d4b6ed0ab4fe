import { useMemo, useRef, useState } from 'react'
import { type TextContent, serializeContent } from '../../editor/content'
import css from '../../editor/editor.module.css'
import { EditorText } from '../../editor/editor-text'
import type { TextProblem } from '../../editor/problem'
import type { EditorLanguage } from '../../editor/props'
import { UnparsedText } from './unparsed-text'
import type { CodeFieldProps } from './code-field'
import { FieldFrame } from '../field-frame'

/** The typed text and the value parsed from it. A different value of the field was set from outside. */
type Typed = { text: string; value: unknown }

export default function CodeView({
  value,
  onChange,
  language,
  isParsed = false,
  schema,
  height,
  ...field
}: CodeFieldProps) {
  const box = useRef<HTMLDivElement>(null)
  const [typed, setTyped] = useState<Typed>()
  const [isParsedText, setParsedText] = useState(true)
  const [syntaxError, setSyntaxError] = useState<string>()
  const written = useMemo(() => textOf(value, language, isParsed), [value, language, isParsed])
  return (
    <FieldFrame
      {...field}
      error={syntaxError ?? field.error}
      onLabelClick={() => box.current?.querySelector<HTMLElement>('[role="textbox"]')?.focus()}
    >
      {(wiring, labelId) => (
        <div ref={box} className={css.editor} data-unread={!isParsedText || syntaxError !== undefined || undefined}>
          <EditorText
            label={field.label}
            language={language}
            value={typed && isSame(typed.value, value) ? typed.text : written}
            schema={schema}
            height={height}
            isReadOnly={field.isReadOnly}
            isQuiet
            wiring={{ ...wiring, 'aria-labelledby': labelId }}
            onChange={(text) => {
              setTyped({ text, value })
              setParsedText(false)
            }}
            onProblems={(problems) => setSyntaxError(describeSyntaxError(problems, language))}
            onContent={(content, text) => {
              const read = valueOf(content, text, language, isParsed)
              setTyped({ text, value: read })
              setParsedText(true)
              onChange(read)
            }}
          />
        </div>
      )}
    </FieldFrame>
  )
}

function textOf(value: unknown, language: EditorLanguage, isParsed: boolean): string {
  if (value instanceof UnparsedText) return value.text
  if (value === null || value === undefined) return ''
  return isParsed ? serializeContent(value, language) : String(value)
}

function valueOf(content: TextContent, text: string, language: EditorLanguage, isParsed: boolean): unknown {
  if (content.is === 'unparseable') return new UnparsedText(text, describeSyntaxError(content.problems, language) ?? '')
  if (!isParsed || content.is === 'text') return text
  // Converted to the JSON that is sent, without YAML values that JSON lacks.
  return content.is === 'empty' ? null : (JSON.parse(JSON.stringify(content.value ?? null)) as unknown)
}

/** Names the position of the first error. The problem list gives the reason. */
function describeSyntaxError(problems: readonly TextProblem[], language: EditorLanguage): string | undefined {
  const first = problems.find(({ severity }) => severity === 'error')
  return first && `Invalid ${language.toUpperCase()} at line ${first.line}, column ${first.column}.`
}

/** Compares by content, because forms copy their values. */
const isSame = (a: unknown, b: unknown) => a === b || JSON.stringify(a) === JSON.stringify(b)
