import { Redo2, Undo2 } from 'lucide-react'
import { type RefObject, useContext, useEffect, useImperativeHandle, useMemo, useRef, useState } from 'react'
import { shownFields, type FormValues, setFormValue } from '@/shared/forms/form-description'
import { getChild, isRefusal, readValueAt, readSource, type ReadOptions } from '@/shared/document/read'
import { Button } from '../../button'
import { Editor } from '../../editor/editor'
import { findProblems } from '../../editor/schema-problems'
import { Tabs } from '../../tabs'
import { announce } from '../../voice'
import { validateField } from '../described/form-schema'
import { DiscardConfirmation } from '../discard'
import { FormActionsContext } from '../form-context'
import formCss from '../form.module.css'
import css from './document.module.css'
import { DocumentFields } from './document-fields'
import type { DocumentFormProps } from './props'
import { ReviewChanges } from './review'
import { useDocument } from './use-document'
import { toFormDescription, resolveFields, flattenFields, parseFieldPath, toFieldValue } from './values'

const icon = { size: 15, strokeWidth: 1.75, 'aria-hidden': true } as const

export default function DocumentView(props: DocumentFormProps) {
  const { label, language, at = root, fields, schema, onSave, onCancel, isReadOnly = false } = props
  const options = useMemo<ReadOptions>(() => ({ language }), [language])
  const document = useDocument(props)
  const { text, savedText } = document
  const { onText } = props
  useEffect(() => onText?.(text), [text, onText])
  const [tab, setTab] = useState<'form' | 'code'>(() =>
    props.isCodeFirst || isRefusal(readSource(text, options)) ? 'code' : 'form'
  )
  const [step, setStep] = useState<'editing' | 'confirming' | 'reviewing'>('editing')
  const box = useRef<HTMLDivElement>(null)
  const focusOn = (selector: string) =>
    requestAnimationFrame(() => box.current?.querySelector<HTMLElement>(selector)?.focus())

  // The code editor takes focus once it has loaded, unless the user has selected another tab meanwhile.
  const [focused, setFocused] = useState(props.hasFocus ? tab : undefined)
  useEffect(() => {
    if (focused === 'form') box.current?.querySelector<HTMLElement>('input, textarea')?.focus()
  }, [focused])

  function review() {
    if (isReadOnly) return
    if (!document.isDirty) return announce(UNCHANGED)
    const named = document.notANumber === undefined ? '' : `, [name="${CSS.escape(document.notANumber)}"]`
    const unread = box.current?.querySelector<HTMLElement>(`[data-unread]${named}`)
    if (tab === 'form' && unread) {
      unread.focus()
      return announce('This value is not valid. Correct it first.', { urgent: true })
    }
    const source = readSource(text, options)
    if (isRefusal(source)) {
      setTab('code')
      return announce(`Cannot save: ${source.refusal}.`, { urgent: true })
    }
    document.endStep()
    setStep('reviewing')
  }
  function back() {
    setStep('editing')
    focusOn('[data-review] button')
  }
  function cancel() {
    if (step !== 'editing') return back()
    if (!document.isDirty) return onCancel?.()
    setStep('confirming')
  }
  const save = useRef<() => void>(undefined)
  const around = useContext(FormActionsContext)
  useImperativeHandle(around, () => ({
    submit: () => (step === 'reviewing' ? save.current?.() : review()),
    cancel: () => (step === 'editing' && props.onEscape ? props.onEscape() : cancel()),
  }))
  useStepKeys(box, document)

  if (step === 'reviewing')
    return (
      <div ref={box} className={css.document} role="group" aria-label={label}>
        <ReviewChanges
          label={label}
          before={savedText}
          after={text}
          findings={findingsOf(text, options, props)}
          saveLabel={props.saveLabel ?? 'Save'}
          save={save}
          onBack={back}
          onSave={async () => {
            const rejection = await onSave(text)
            if (rejection) return rejection
            document.saved(text)
            setStep('editing')
            focusOn('[role="tab"][tabindex="0"]')
          }}
        />
      </div>
    )
  return (
    <div ref={box} className={css.document} role="group" aria-label={label}>
      <Tabs
        label={`${label}: form or code`}
        selected={tab}
        onSelect={(to) => {
          document.endStep()
          document.forgetNotANumber()
          setFocused(undefined)
          setTab(to)
        }}
        tabs={[
          {
            id: 'form',
            label: 'Form',
            panel: (
              <DocumentFields
                document={document}
                options={options}
                at={at}
                fields={fields}
                isReadOnly={isReadOnly}
                section={props.section}
                onCode={() => {
                  setTab('code')
                  focusOn('[role="tab"][aria-selected="true"]')
                }}
              />
            ),
          },
          {
            id: 'code',
            label: 'Code',
            panel: (
              <Editor
                label={`${label} as code`}
                language={language}
                value={text}
                onChange={document.writeCode}
                schema={schema}
                isReadOnly={isReadOnly}
                autoFocus={focused === 'code'}
                height="large"
              />
            ),
          },
        ]}
        aside={
          !isReadOnly && (
            <div className={css.steps}>
              <Button
                tone="bare"
                label="Undo"
                refusal={document.canUndo ? undefined : 'There is nothing to undo.'}
                onPress={document.undo}
              >
                <Undo2 {...icon} />
              </Button>
              <Button
                tone="bare"
                label="Redo"
                refusal={document.canRedo ? undefined : 'There is nothing to redo.'}
                onPress={document.redo}
              >
                <Redo2 {...icon} />
              </Button>
            </div>
          )
        }
      />
      {step === 'confirming' ? (
        <DiscardConfirmation
          onKeep={back}
          onDiscard={() => {
            document.discard()
            onCancel?.()
          }}
        />
      ) : (
        !isReadOnly && (
          <div className={formCss.actions}>
            {document.isDirty && <p className={formCss.changed}>Changed</p>}
            {props.actions}
            {onCancel && <Button onPress={cancel}>Cancel</Button>}
            <span data-review>
              <Button tone="primary" refusal={document.isDirty ? undefined : UNCHANGED} onPress={review}>
                Review changes
              </Button>
            </span>
          </div>
        )
      )}
    </div>
  )
}

const root: readonly (string | number)[] = []
const UNCHANGED = 'There are no changes.'

/** The findings of fields and schema about a text that can be parsed. */
function findingsOf(
  text: string,
  options: ReadOptions,
  { fields, at = root, schema, language, advise }: DocumentFormProps
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

/** Undo and redo of the whole text, replacing those of a single field or of the code editor. */
function useStepKeys(box: RefObject<HTMLElement | null>, { undo, redo }: { undo(): void; redo(): void }) {
  const latest = useRef({ undo, redo })
  useEffect(() => {
    latest.current = { undo, redo }
  })
  useEffect(() => {
    const element = box.current
    if (!element) return undefined
    const handle = (event: Event, move: 'undo' | 'redo') => {
      event.preventDefault()
      event.stopPropagation()
      latest.current[move]()
    }
    function onKey(event: globalThis.KeyboardEvent) {
      if (event.altKey || !(event.ctrlKey || event.metaKey)) return
      const key = event.key.toLowerCase()
      if (key === 'z') handle(event, event.shiftKey ? 'redo' : 'undo')
      else if (key === 'y' && !event.shiftKey) handle(event, 'redo')
    }
    /** Handles undo from a menu or the keyboard of a phone. */
    function onInput(event: InputEvent) {
      if (event.inputType === 'historyUndo') handle(event, 'undo')
      else if (event.inputType === 'historyRedo') handle(event, 'redo')
    }
    element.addEventListener('keydown', onKey, true)
    element.addEventListener('beforeinput', onInput, true)
    return () => {
      element.removeEventListener('keydown', onKey, true)
      element.removeEventListener('beforeinput', onInput, true)
    }
  })
}
