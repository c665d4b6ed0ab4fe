import { unfoldAll, unfoldCode } from '@codemirror/language'
import { setDiagnostics } from '@codemirror/lint'
import { openSearchPanel } from '@codemirror/search'
import { Compartment, EditorState } from '@codemirror/state'
import { EditorView as CodeMirror } from '@codemirror/view'
import { announce } from '../voice'
import { formatText, readContent } from './content'
import { changeBetween } from '../../lib/document/edit'
import { plainLines, withLineEnds } from '../../lib/document/line-ends'
import type { Language } from '../../lib/document/read'
import { type LineRange, wordsOfRange } from '../../lib/document-lines'
import { capital } from '../../lib/format'
import { foldAround, foldParts } from './folding'
import { extendLines, isSame, lineSelection, selectLines, toggleLines } from './lines'
import { countProblems, type Problem, problemFrom } from './problem'
import type { TextProps } from './props'
import { findProblems } from './schema'
import type { Schema } from './schema-walk'
import { languageOf, writing } from './setup'
import { adoptStyles } from './styles'

/** In pixels: three lines around those that a link leads to. */
const MARGIN = 60

/** Once, however often the end of a selection is moved. */
const tellLines = (range: LineRange | undefined) =>
  announce(range ? `${capital(wordsOfRange(range, ' to '))} selected.` : 'No line is selected.', { key: 'lines' })

/** Pause after which a text is read. */
const REST_MS = 200

export type Handle = ReturnType<typeof mount>

/**
 * Whether a text is looked through for problems: what can only be read, and has no schema, nobody here can mend, and of long
 * texts it takes longer than showing them.
 */
export const isJudged = ({ isReadOnly, schema }: Pick<TextProps, 'isReadOnly' | 'schema'>) =>
  !isReadOnly || schema !== undefined

/** CodeMirror in an element; `read` is asked for the properties when they are needed. */
export function mount(parent: HTMLElement, read: () => TextProps, onProblems: (problems: readonly Problem[]) => void) {
  adoptStyles()
  const [attributes, grammar, permission] = [new Compartment(), new Compartment(), new Compartment()]
  let known: readonly Problem[] = []
  /**
   * The last text given out or taken in, so that the editor's own change is not inserted again. Its lines end as they
   * came: CodeMirror's all end alike.
   */
  let outside = read().value
  let resting: ReturnType<typeof setTimeout> | undefined
  /** The lines that were given last, and those told since that have not come back: outside may be a few keys behind. */
  let given: LineRange | undefined
  let told: (LineRange | undefined)[] = []

  const view = new CodeMirror({
    parent,
    state: EditorState.create({
      doc: outside,
      extensions: [
        writing(
          () => read().language,
          () => read().schema
        ),
        attributes.of([]),
        grammar.of([]),
        permission.of([]),
        read().onLines ? lineSelection(pick) : [],
        CodeMirror.updateListener.of(({ docChanged, state }) => {
          if (!docChanged) return
          const whole = withLineEnds(outside, state.doc.toString())
          if (whole !== outside) {
            outside = whole
            read().onChange?.(whole)
          }
          clearTimeout(resting)
          resting = setTimeout(settle, REST_MS)
        }),
        CodeMirror.domEventHandlers({
          blur() {
            if (resting !== undefined) settle()
          },
        }),
      ],
    }),
  })
  view.setTabFocusMode(true)
  view.dom.querySelector('.cm-announced')?.setAttribute('aria-live', 'off')

  const text = () => view.state.doc.toString()
  function pick(range: LineRange | undefined) {
    if (isSame(range, told.length > 0 ? told.at(-1) : given)) return
    told.push(range)
    tellLines(range)
    read().onLines?.(range)
  }
  /** Selects lines, with the cursor in the one at `head`. */
  function select(range: LineRange | undefined, head?: number) {
    view.dispatch({
      effects: selectLines.of(range),
      ...(head !== undefined && { selection: { anchor: head }, scrollIntoView: true }),
    })
    view.focus()
    pick(range)
  }
  function judge(language: Language, schema: Schema | undefined) {
    if (!isJudged(read())) return
    known = findProblems(text(), language, schema)
    view.dispatch(setDiagnostics(view.state, [...known]))
    onProblems(known)
  }
  function settle() {
    clearTimeout(resting)
    resting = undefined
    const before = countProblems(known)
    judge(read().language, read().schema)
    const now = countProblems(known)
    if (now !== before) announce(`${read().label}: ${now}.`, { key: 'editor' })
    read().onContent?.(readContent(text(), read().language), outside)
  }
  function go({ from }: Problem) {
    view.dispatch({ selection: { anchor: from }, effects: CodeMirror.scrollIntoView(from, { y: 'center' }) })
    view.focus()
  }

  return {
    text: () => outside,
    focus: () => view.focus(),
    judge,
    go,
    search: () => void openSearchPanel(view),
    fold: () => foldAround(view) || announce('There is nothing to fold here.'),
    unfold: () => unfoldCode(view) || announce('There is nothing folded here.'),
    foldAll: () => announce(foldParts(view) ? 'Folded.' : 'There is nothing to fold.'),
    unfoldAll: () => announce(unfoldAll(view) ? 'Unfolded.' : 'There is nothing folded.'),
    toggleLines: (count: number) => select(toggleLines(view, count)),
    extendLines(by: number) {
      const { range, head } = extendLines(view, by)
      select(range, head)
    },
    /** Lines that somebody chose elsewhere, such as by a link. */
    showLines(range: LineRange | undefined) {
      if (!read().onLines || isSame(range, given)) return
      given = range
      const at = told.findIndex((one) => isSame(one, range))
      told = told.slice(at + 1)
      if (at !== -1) return
      told = []
      const { doc } = view.state
      const line = range && doc.line(Math.min(range.from, doc.lines))
      // A short text is in sight, and the page around it stays where it is.
      const isLong = view.scrollDOM.scrollHeight > view.scrollDOM.clientHeight
      const there = { y: isLong ? 'center' : 'nearest', yMargin: MARGIN } as const
      view.dispatch({
        ...(line && { selection: { anchor: line.from } }),
        effects: [selectLines.of(range), ...(line ? [CodeMirror.scrollIntoView(line.from, there)] : [])],
      })
      tellLines(range)
    },
    show(value: string) {
      if (value === outside) return
      outside = value
      // Only what differs, so that the cursor and what is folded stay.
      view.dispatch({ changes: changeBetween(text(), plainLines(value)) ?? [] })
    },
    configure(content: Record<string, string>, language: Language, isReadOnly: boolean) {
      view.dispatch({
        effects: [
          attributes.reconfigure(CodeMirror.contentAttributes.of(content)),
          grammar.reconfigure(languageOf(language)),
          permission.reconfigure(EditorState.readOnly.of(isReadOnly)),
        ],
      })
    },
    walk(step: 1 | -1) {
      if (resting !== undefined) settle()
      const next = problemFrom(known, view.state.selection.main.head, step)
      if (!next) return announce('No problems.')
      go(next)
      const { severity, line, column, message } = next
      const word = severity === 'error' ? 'Error' : 'Warning'
      announce(`${word} ${known.indexOf(next) + 1} of ${known.length}, line ${line}, column ${column}: ${message}.`)
    },
    format() {
      const { language, isReadOnly } = read()
      if (isReadOnly) return announce('This text can only be read.')
      const formatted = formatText(text(), language)
      if (formatted === undefined)
        return announce('It cannot be formatted before its errors are mended.', { urgent: true })
      if (formatted === text()) return announce('It is formatted already.')
      const at = Math.min(view.state.selection.main.head, formatted.length)
      view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: formatted }, selection: { anchor: at } })
      announce('Formatted.')
    },
    destroy() {
      if (resting !== undefined) settle()
      view.destroy()
    },
  }
}
