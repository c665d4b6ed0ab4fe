import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { writeValue } from '@/lib/document/edit'
import {
  endStep,
  type TextHistory,
  createHistory,
  recordChange,
  redoStep,
  textBefore,
  undoStep,
} from '@/lib/document/history'
import { isRefusal, type ReadOptions, type DocumentPath } from '@/shared/document/read'
import { announce } from '../../voice'
import { storeDraft, registerDraft, takeDraft } from '../drafts'
import { resolveDraftKey, useWarnBeforeLeaving } from '../unsaved-changes'
import { asSentence } from '@/shared/format'
import type { DocumentFormProps } from './props'

/** Typing in the code after a pause of this length starts a new undo step. */
const PAUSE_MS = 500

/** A rejected edit of a field, valid until the text changes. */
type Refused = { name: string; text: string; reason: string }

/** The text of a document form with its undo history and the operations on it. */
export function useDocument({ label, draftKey, initial, ...props }: DocumentFormProps) {
  const { isReadOnly = false } = props
  const [savedText, setSavedText] = useState(props.savedText)
  const [history, setHistory] = useState(() => createHistory(savedText === '' ? (initial ?? '') : savedText))
  const [refused, setRefused] = useState<Refused>()
  /** The name of the number field whose input is not a number. The text does not contain this input. */
  const [notANumber, setNotANumber] = useState<string>()
  const [given, setGiven] = useState(props.savedText)
  if (props.savedText !== given) {
    setGiven(props.savedText)
    setSavedText(props.savedText)
    if (history.present === savedText)
      setHistory(recordChange(history, props.savedText, { by: 'kept', at: 0, pauseMs: 0 }))
  }
  const text = history.present
  const isDirty = text !== savedText && !isReadOnly
  /** Whether the user has changed the text. A new text can be saved as it is, but leaving it loses no input. */
  const isTouched = isDirty && !(savedText === '' && text === initial)
  const draft = useDraft(resolveDraftKey(draftKey, label), isTouched ? text : undefined, (found) =>
    setHistory((now) => recordChange(now, found, { by: 'draft', at: 0, pauseMs: 0 }))
  )
  useWarnBeforeLeaving(isTouched)

  function step(move: (history: TextHistory) => TextHistory, emptyMessage: string) {
    if (isReadOnly) return
    const next = move(history)
    if (next === history || next.present === text) return announce(emptyMessage)
    setNotANumber(undefined)
    setHistory(next)
  }
  return {
    text,
    savedText,
    isDirty,
    isTouched,
    canUndo: history.past.length > 0,
    canRedo: history.future.length > 0,
    undo: () => step(undoStep, 'Nothing to undo.'),
    redo: () => step(redoStep, 'Nothing to redo.'),
    /** Why the last input of a field could not be written into the text. */
    refusalOf: (name: string) => (refused?.name === name && refused.text === text ? refused.reason : undefined),
    writeCode: (next: string) =>
      setHistory((now) => recordChange(now, next, { by: 'code', at: performance.now(), pauseMs: PAUSE_MS })),
    /** Until a field is left, each of its edits applies to the text as it was before the first one. */
    writeField(name: string, options: ReadOptions, path: DocumentPath, value: unknown) {
      if (Number.isNaN(value)) return setNotANumber(name)
      if (notANumber === name) setNotANumber(undefined)
      const change = { by: `field ${name}`, at: 0, pauseMs: 0 }
      const edited = writeValue(textBefore(history, change), options, path, value)
      if (!isRefusal(edited)) return setHistory(recordChange(history, edited.text, change))
      const reason = asSentence(edited.refusal)
      setRefused({ name, text, reason })
      announce(reason, { urgent: true })
    },
    notANumber,
    forgetNotANumber: () => setNotANumber(undefined),
    endStep: () => setHistory(endStep),
    discard: draft.discard,
    saved(saved: string) {
      draft.forget()
      setSavedText(saved)
      setHistory(endStep)
    },
  }
}

/**
 * Stores changes across the end of a session, a reload, and visits to other pages.
 * @param text undefined without changes
 */
function useDraft(key: string, text: string | undefined, restore: (text: string) => void) {
  const latest = useRef({ text, restore })
  const isDiscarded = useRef(false)
  useLayoutEffect(() => {
    latest.current = { text, restore }
  })
  useEffect(() => {
    const { text: draft } = takeDraft(key) ?? {}
    if (typeof draft === 'string') latest.current.restore(draft)
  }, [key])
  useLayoutEffect(() => {
    const read = () =>
      isDiscarded.current || latest.current.text === undefined ? undefined : { text: latest.current.text }
    const close = registerDraft(key, read)
    const store = () => storeDraft(key, read())
    window.addEventListener('pagehide', store)
    return () => {
      window.removeEventListener('pagehide', store)
      store()
      close()
    }
  }, [key])
  return {
    /** Called when the user discards the changes. */
    discard() {
      isDiscarded.current = true
    },
    /** Called when the changes were saved. */
    forget() {
      latest.current = { ...latest.current, text: undefined }
      takeDraft(key)
    },
  }
}
