import { setDiagnostics } from '@codemirror/lint'
import { openSearchPanel } from '@codemirror/search'
import { Compartment, EditorState } from '@codemirror/state'
import { EditorView as CodeMirror } from '@codemirror/view'
import { announce } from '../voice'
import { formatText, parseContent } from './content'
import { changeBetween } from '../../lib/document/edit'
import { plainLines, withLineEnds } from '../../lib/document/line-ends'
import { type LineRange, describeLineRange } from '@/shared/catalog/document-lines'
import { capital } from '@/shared/format'
import { createCollapseActions } from './collapse'
import {
  extendLineRange,
  isSameLineRange,
  createLineSelection,
  selectLinesEffect,
  toggleLineRange,
} from './line-selection'
import { describeProblemCount, type TextProblem, findNextProblem } from './problem'
import type { EditorLanguage, EditorTextProps } from './props'
import { findProblems } from './schema-problems'
import type { JsonSchema } from './json-schema'
import { languageSupport, createEditorExtensions } from './extensions'
import { adoptStyles } from './theme'

/** In pixels: three lines above and below the lines that a link opens. */
const MARGIN = 60

/** Announced under one key, so that only the latest of several quick changes is spoken. */
const announceLines = (range: LineRange | undefined) =>
  announce(range ? `${capital(describeLineRange(range, ' to '))} selected.` : 'No lines selected.', { key: 'lines' })

/** Pause in typing after which the text is parsed, in milliseconds. */
const PARSE_DELAY_MS = 200

export type MountedEditor = ReturnType<typeof mountEditor>

/**
 * Whether a text is validated. A read-only text without a schema is not: the user cannot fix it, and validating a long
 * text takes longer than showing it.
 */
export const isValidated = ({ isReadOnly, schema }: Pick<EditorTextProps, 'isReadOnly' | 'schema'>) =>
  !isReadOnly || schema !== undefined

/** Mounts CodeMirror in an element. `read` returns the current properties. */
export function mountEditor(
  parent: HTMLElement,
  read: () => EditorTextProps,
  onProblems: (problems: readonly TextProblem[]) => void
) {
  adoptStyles()
  const [attributes, grammar, permission] = [new Compartment(), new Compartment(), new Compartment()]
  /**
   * The last text that was passed in or out, so that the editor's own change is not inserted again. It keeps its line
   * endings, which CodeMirror normalises.
   */
  let outside = read().value
  const reporter = createLineReporter(read)

  const view = new CodeMirror({
    parent,
    state: EditorState.create({
      doc: outside,
      extensions: [
        createEditorExtensions(
          () => read().language,
          () => read().schema
        ),
        attributes.of([]),
        grammar.of([]),
        permission.of([]),
        read().onLines ? createLineSelection(reporter.report) : [],
        CodeMirror.updateListener.of(({ docChanged, state }) => {
          if (!docChanged) return
          const next = withLineEnds(outside, state.doc.toString())
          if (next !== outside) {
            outside = next
            read().onChange?.(next)
          }
          validator.validateLater()
        }),
        CodeMirror.domEventHandlers({ blur: () => validator.finish() }),
      ],
    }),
  })
  view.setTabFocusMode(true)
  view.dom.querySelector('.cm-announced')?.setAttribute('aria-live', 'off')

  const validator = createValidator(view, read, onProblems, () => outside)
  const lines = createLineActions(view, read, reporter)

  return {
    text: () => outside,
    focus: () => view.focus(),
    validate: validator.validate,
    go: validator.go,
    walk: validator.walk,
    search: () => void openSearchPanel(view),
    ...createCollapseActions(view),
    ...lines,
    show(value: string) {
      if (value === outside) return
      outside = value
      // Only the difference is inserted, so that the cursor and collapsed sections stay.
      view.dispatch({ changes: changeBetween(view.state.doc.toString(), plainLines(value)) ?? [] })
    },
    configure(content: Record<string, string>, language: EditorLanguage, isReadOnly: boolean) {
      view.dispatch({
        effects: [
          attributes.reconfigure(CodeMirror.contentAttributes.of(content)),
          grammar.reconfigure(languageSupport(language)),
          permission.reconfigure(EditorState.readOnly.of(isReadOnly)),
        ],
      })
    },
    format: () => formatView(view, read()),
    destroy() {
      validator.finish()
      view.destroy()
    },
  }
}

/** Formats the whole text, and announces the result. */
function formatView(view: CodeMirror, { language, isReadOnly }: EditorTextProps) {
  if (isReadOnly) return announce('This text is read-only.')
  const text = view.state.doc.toString()
  const formatted = formatText(text, language)
  if (formatted === undefined) return announce('Could not format the text. Fix its errors first.', { urgent: true })
  if (formatted === text) return announce('Already formatted.')
  const at = Math.min(view.state.selection.main.head, formatted.length)
  view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: formatted }, selection: { anchor: at } })
  announce('Formatted.')
}

/** Validates the text when typing pauses, and moves between its problems. @param outside the text with its line ends */
function createValidator(
  view: CodeMirror,
  read: () => EditorTextProps,
  onProblems: (problems: readonly TextProblem[]) => void,
  outside: () => string
) {
  let known: readonly TextProblem[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  const text = () => view.state.doc.toString()

  function validate(language: EditorLanguage, schema: JsonSchema | undefined) {
    if (!isValidated(read())) return
    known = findProblems(text(), language, schema)
    view.dispatch(setDiagnostics(view.state, [...known]))
    onProblems(known)
  }
  function validateNow() {
    clearTimeout(timer)
    timer = undefined
    const before = describeProblemCount(known)
    validate(read().language, read().schema)
    const now = describeProblemCount(known)
    if (now !== before) announce(`${read().label}: ${now}.`, { key: 'editor' })
    read().onContent?.(parseContent(text(), read().language), outside())
  }
  /** Validates a changed text now, instead of after a pause. */
  function finish() {
    if (timer !== undefined) validateNow()
  }
  function go({ from }: TextProblem) {
    view.dispatch({ selection: { anchor: from }, effects: CodeMirror.scrollIntoView(from, { y: 'center' }) })
    view.focus()
  }
  return {
    validate,
    validateLater() {
      clearTimeout(timer)
      timer = setTimeout(validateNow, PARSE_DELAY_MS)
    },
    finish,
    go,
    walk(step: 1 | -1) {
      finish()
      const next = findNextProblem(known, view.state.selection.main.head, step)
      if (!next) return announce('No problems.')
      go(next)
      const { severity, line, column, message } = next
      const word = severity === 'error' ? 'Error' : 'Warning'
      announce(`${word} ${known.indexOf(next) + 1} of ${known.length}, line ${line}, column ${column}: ${message}.`)
    },
  }
}

/** Reports selected lines, and recognises lines that come back as a property. */
function createLineReporter(read: () => EditorTextProps) {
  /**
   * The lines last passed in, and the lines reported since that have not come back: props may lag by a few key presses.
   */
  let given: LineRange | undefined
  let reported: (LineRange | undefined)[] = []
  return {
    report(range: LineRange | undefined) {
      if (isSameLineRange(range, reported.length > 0 ? reported.at(-1) : given)) return
      reported.push(range)
      announceLines(range)
      read().onLines?.(range)
    },
    /** @returns whether the lines were selected elsewhere, such as by a link */
    accept(range: LineRange | undefined): boolean {
      if (isSameLineRange(range, given)) return false
      given = range
      const at = reported.findIndex((one) => isSameLineRange(one, range))
      reported = reported.slice(at + 1)
      if (at !== -1) return false
      reported = []
      return true
    },
  }
}

/** Selects lines by commands and by properties. */
function createLineActions(
  view: CodeMirror,
  read: () => EditorTextProps,
  { report, accept }: ReturnType<typeof createLineReporter>
) {
  /** Selects lines and moves the cursor to `head`. */
  function select(range: LineRange | undefined, head?: number) {
    view.dispatch({
      effects: selectLinesEffect.of(range),
      ...(head !== undefined && { selection: { anchor: head }, scrollIntoView: true }),
    })
    view.focus()
    report(range)
  }
  return {
    toggleLines: (count: number) => select(toggleLineRange(view, count)),
    extendLines(by: number) {
      const { range, head } = extendLineRange(view, by)
      select(range, head)
    },
    /** Shows lines that were selected elsewhere. */
    showLines(range: LineRange | undefined) {
      if (!read().onLines || !accept(range)) return
      const { doc } = view.state
      const line = range && doc.line(Math.min(range.from, doc.lines))
      // A short text is completely visible, so the page does not scroll.
      const isLong = view.scrollDOM.scrollHeight > view.scrollDOM.clientHeight
      const target = { y: isLong ? 'center' : 'nearest', yMargin: MARGIN } as const
      view.dispatch({
        ...(line && { selection: { anchor: line.from } }),
        effects: [selectLinesEffect.of(range), ...(line ? [CodeMirror.scrollIntoView(line.from, target)] : [])],
      })
      announceLines(range)
    },
  }
}
