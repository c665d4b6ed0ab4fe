import { Redo2, Undo2 } from 'lucide-react'
import {
  type ClipboardEvent,
  type DragEvent,
  type ReactNode,
  type RefObject,
  useContext,
  useEffect,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
} from 'react'
import { isRefusal, readSource, type ReadOptions } from '@/shared/document/read'
import { Button } from '../../button'
import { Editor } from '../../editor/editor'
import { Tabs } from '../../tabs'
import { announce } from '../../voice'
import { DiscardConfirmation } from '../discard'
import { FormActionsContext } from '../form-context'
import formCss from '../form.module.css'
import css from './document.module.css'
import { DocumentFields } from './document-fields'
import { listFindings } from './findings'
import type { DocumentFormProps } from './props'
import { ReviewChanges } from './review'
import { useDocument } from './use-document'
import { useStepKeys } from './use-step-keys'

const icon = { size: 15, strokeWidth: 1.75, 'aria-hidden': true } as const

export default function DocumentView(props: DocumentFormProps) {
  const { label, language, at = root, fields, onCancel, isReadOnly = false } = props
  const options = useMemo<ReadOptions>(() => ({ language }), [language])
  const document = useDocument(props)
  const { text, savedText } = document
  const { onText } = props
  useEffect(() => onText?.(text), [text, onText])
  const [tab, setTab] = useState<'form' | 'code'>(() =>
    props.isCodeFirst || isRefusal(readSource(text, options)) ? 'code' : 'form'
  )
  const box = useRef<HTMLDivElement>(null)
  const focusOn = (selector: string) => focusIn(box, selector)

  // The code editor takes focus once it has loaded, unless the user has selected another tab meanwhile.
  const [focused, setFocused] = useState(props.hasFocus ? tab : undefined)
  useEffect(() => {
    if (focused === 'form') box.current?.querySelector<HTMLElement>('input, textarea')?.focus()
  }, [focused])

  const { step, save, review, back, cancel, store } = useSaving({
    ...props,
    document,
    options,
    box,
    isForm: tab === 'form',
    showCode: () => setTab('code'),
  })
  useStepKeys(box, document)

  if (step === 'reviewing')
    return (
      <div ref={box} className={css.document} role="group" aria-label={label}>
        <ReviewChanges
          label={label}
          before={savedText}
          after={text}
          findings={listFindings(text, options, props)}
          saveLabel={props.saveLabel ?? 'Save'}
          save={save}
          onBack={back}
          onSave={store}
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
            panel: <CodePanel {...props} document={document} hasFocus={focused === 'code'} />,
          },
        ]}
        aside={!isReadOnly && <StepButtons {...document} />}
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
          <Actions
            isDirty={document.isDirty}
            isTouched={document.isTouched}
            onCancel={onCancel && cancel}
            onReview={review}
          >
            {props.actions}
          </Actions>
        )
      )}
    </div>
  )
}

type WithDocument = { document: ReturnType<typeof useDocument> }

type SavingProps = WithDocument &
  Pick<DocumentFormProps, 'isReadOnly' | 'onSave' | 'onCancel' | 'onEscape'> & {
    options: ReadOptions
    box: RefObject<HTMLElement | null>
    /** Whether the fields are shown, and how to show the code. */
    isForm: boolean
    showCode: () => void
  }

/** The steps of a change: it is edited, then reviewed and saved, or discarded after a confirmation. */
function useSaving(props: SavingProps) {
  const { document, options, box, isForm, showCode, isReadOnly, onSave, onCancel, onEscape } = props
  const [step, setStep] = useState<'editing' | 'confirming' | 'reviewing'>('editing')
  function review() {
    if (isReadOnly) return
    if (!document.isDirty) return announce(UNCHANGED)
    const named = document.notANumber === undefined ? '' : `, [name="${CSS.escape(document.notANumber)}"]`
    const unread = box.current?.querySelector<HTMLElement>(`[data-unread]${named}`)
    if (isForm && unread) {
      unread.focus()
      return announce('This value is not valid. Correct it first.', { urgent: true })
    }
    const source = readSource(document.text, options)
    if (isRefusal(source)) {
      showCode()
      return announce(`Cannot save: ${source.refusal}.`, { urgent: true })
    }
    document.endStep()
    setStep('reviewing')
  }
  function back() {
    setStep('editing')
    focusIn(box, '[data-review] button')
  }
  function cancel() {
    if (step !== 'editing') return back()
    if (!document.isTouched) return onCancel?.()
    setStep('confirming')
  }
  const save = useRef<() => void>(undefined)
  const around = useContext(FormActionsContext)
  useImperativeHandle(around, () => ({
    submit: () => (step === 'reviewing' ? save.current?.() : review()),
    cancel() {
      if (step !== 'editing' || !onEscape?.()) cancel()
    },
  }))
  async function store() {
    const { text } = document
    const rejection = await onSave(text)
    if (rejection) return rejection
    document.saved(text)
    setStep('editing')
    focusIn(box, '[role="tab"][tabindex="0"]')
    return undefined
  }
  return { step, save, review, back, cancel, store }
}

const focusIn = (box: RefObject<HTMLElement | null>, selector: string) =>
  requestAnimationFrame(() => box.current?.querySelector<HTMLElement>(selector)?.focus())

function CodePanel({
  document,
  label,
  language,
  schema,
  takePaste,
  isReadOnly = false,
  hasFocus,
}: WithDocument &
  Pick<DocumentFormProps, 'label' | 'language' | 'schema' | 'takePaste' | 'isReadOnly'> & { hasFocus: boolean }) {
  function take(event: ClipboardEvent | DragEvent, pasted: string) {
    const taken = isReadOnly ? undefined : takePaste?.(pasted)
    if (taken === undefined) return
    event.preventDefault()
    // The editor would insert the text as well.
    event.stopPropagation()
    if (taken === 'taken') return
    document.endStep()
    document.writeCode(taken.text)
    announce(taken.message)
  }
  return (
    <div
      onPasteCapture={(event) => take(event, event.clipboardData.getData('text/plain'))}
      onDropCapture={(event) => take(event, event.dataTransfer.getData('text/plain'))}
    >
      <Editor
        label={`${label} as code`}
        language={language}
        value={document.text}
        onChange={document.writeCode}
        schema={schema}
        isReadOnly={isReadOnly}
        autoFocus={hasFocus}
        height="large"
      />
    </div>
  )
}

const StepButtons = ({ canUndo, canRedo, undo, redo }: WithDocument['document']) => (
  <div className={css.steps}>
    <Button tone="bare" label="Undo" refusal={canUndo ? undefined : 'There is nothing to undo.'} onPress={undo}>
      <Undo2 {...icon} />
    </Button>
    <Button tone="bare" label="Redo" refusal={canRedo ? undefined : 'There is nothing to redo.'} onPress={redo}>
      <Redo2 {...icon} />
    </Button>
  </div>
)

type ActionsProps = {
  isDirty: boolean
  isTouched: boolean
  onCancel: (() => void) | undefined
  onReview: () => void
  children: ReactNode
}

const Actions = ({ isDirty, isTouched, onCancel, onReview, children }: ActionsProps) => (
  <div className={formCss.actions}>
    {isTouched && <p className={formCss.changed}>Changed</p>}
    {children}
    {onCancel && <Button onPress={onCancel}>Cancel</Button>}
    <span data-review>
      <Button tone="primary" refusal={isDirty ? undefined : UNCHANGED} onPress={onReview}>
        Review changes
      </Button>
    </span>
  </div>
)

const root: readonly (string | number)[] = []
const UNCHANGED = 'There are no changes.'
