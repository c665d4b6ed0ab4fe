import { type EditorState, type Extension, RangeSet, StateEffect, StateField } from '@codemirror/state'
import { Decoration, EditorView, GutterMarker, gutterLineClass, lineNumbers } from '@codemirror/view'
import type { LineRange } from '../../lib/document-lines'

// Selected lines are more than selected text: they stay while the cursor moves, and somebody else can be given them.

export const selectLines = StateEffect.define<LineRange | undefined>()

/** The selected lines. Text that changes above moves them. */
const field = StateField.define<LineRange | undefined>({
  create: () => undefined,
  update(range, { changes, effects, startState, newDoc, docChanged }) {
    for (const effect of effects) if (effect.is(selectLines)) return effect.value
    if (!range || !docChanged || range.to > startState.doc.lines) return range
    const [first, last] = [startState.doc.line(range.from), startState.doc.line(range.to)]
    // Where the change is among them, those are selected that stand there now.
    if (changes.touchesRange(first.from, last.to)) return clamp(range, newDoc.lines)
    const from = newDoc.lineAt(changes.mapPos(first.from)).number
    return { from, to: from + range.to - range.from }
  },
  provide: (self) => [
    EditorView.decorations.compute([self, 'doc'], (state) =>
      Decoration.set(startsOf(state.field(self), state).map((at) => selectedLine.range(at)))
    ),
    gutterLineClass.compute([self, 'doc'], (state) =>
      RangeSet.of(startsOf(state.field(self), state).map((at) => selectedGutter.range(at)))
    ),
  ],
})

const selectedLine = Decoration.line({ class: 'cm-chosenLine' })
const selectedGutter = new (class extends GutterMarker {
  override elementClass = 'cm-chosenLine'
})()

const clamp = ({ from, to }: LineRange, lines: number): LineRange | undefined =>
  from > lines ? undefined : { from, to: Math.min(to, lines) }

/** Where these lines begin. */
function startsOf(range: LineRange | undefined, { doc }: EditorState): number[] {
  const there = range && clamp(range, doc.lines)
  if (!there) return []
  return Array.from({ length: there.to - there.from + 1 }, (_, at) => doc.line(there.from + at).from)
}

export const selectedLines = ({ state }: EditorView): LineRange | undefined => state.field(field, false)

/** The lines of the selected text; without one, that of the cursor. An end at the beginning of a line does not count it. */
function linesAtCursor({ state }: EditorView): LineRange {
  const { from, to } = state.selection.main
  const first = state.doc.lineAt(from).number
  const last = state.doc.lineAt(to)
  return { from: first, to: Math.max(first, to === last.from && to > from ? last.number - 1 : last.number) }
}

const ordered = (a: number, b: number): LineRange => ({ from: Math.min(a, b), to: Math.max(a, b) })

/** The selection that reaches to a line from its end that is farther from the cursor. */
function extended(view: EditorView, to: number): LineRange {
  const range = selectedLines(view)
  const cursor = view.state.doc.lineAt(view.state.selection.main.head).number
  if (!range) return ordered(cursor, to)
  return ordered(Math.abs(cursor - range.from) > Math.abs(cursor - range.to) ? range.from : range.to, to)
}

/**
 * Selects the lines of the cursor or of the selected text, with as many below as make `count`; if they are selected already, none.
 */
export function toggleLines(view: EditorView, count: number): LineRange | undefined {
  const { from, to } = linesAtCursor(view)
  const wanted = { from, to: Math.min(view.state.doc.lines, Math.max(to, from + count - 1)) }
  const range = selectedLines(view)
  const isSelected = range !== undefined && range.from <= wanted.from && wanted.to <= range.to
  return isSelected ? undefined : wanted
}

/** Moves the cursor by some lines, and the end of the selection with it. @returns the selection, and where the cursor is */
export function extendLines(view: EditorView, by: number): { range: LineRange; head: number } {
  const { doc, selection } = view.state
  const to = Math.min(doc.lines, Math.max(1, doc.lineAt(selection.main.head).number + by))
  return { range: extended(view, to), head: doc.line(to).from }
}

type OnPick = (range: LineRange | undefined) => void

/** A press on a line number selects the line, drawing on selects those up to the pointer, and so does Shift. */
const byPointer = (onPick: OnPick): Extension =>
  lineNumbers({
    domEventHandlers: {
      mousedown(view, { from }, event) {
        if (!(event instanceof MouseEvent) || event.button !== 0) return false
        const line = view.state.doc.lineAt(from).number
        const range = event.shiftKey ? extended(view, line) : ordered(line, line)
        const isAgain = !event.shiftKey && isSame(selectedLines(view), range)
        draw(view, range.from === line ? range.to : range.from, isAgain ? undefined : range, onPick)
        view.focus()
        event.preventDefault()
        return true
      },
    },
  })

export const isSame = (a: LineRange | undefined, b: LineRange | undefined) => a?.from === b?.from && a?.to === b?.to

/** Selects from `anchor` to where the pointer is, until it is released. @param first what is selected unless it moves */
function draw(view: EditorView, anchor: number, first: LineRange | undefined, onPick: OnPick) {
  const show = (range: LineRange | undefined) =>
    view.dispatch({
      effects: selectLines.of(range),
      ...(range && { selection: { anchor: view.state.doc.line(range.from === anchor ? range.to : range.from).from } }),
    })
  let shown = first
  const move = ({ clientY }: MouseEvent) => {
    const line = view.state.doc.lineAt(view.lineBlockAtHeight(clientY - view.documentTop).from).number
    const next = line === anchor ? first : ordered(anchor, line)
    if (!isSame(next, shown)) show((shown = next))
  }
  const end = () => {
    window.removeEventListener('mousemove', move)
    window.removeEventListener('mouseup', end)
    onPick(selectedLines(view))
  }
  show(first)
  window.addEventListener('mousemove', move)
  window.addEventListener('mouseup', end)
}

/** Makes lines selectable. @param onPick what somebody selects by pointer, and where lines are that moved with the text */
export const lineSelection = (onPick: OnPick): Extension => [
  field,
  byPointer(onPick),
  EditorView.updateListener.of(({ startState, state, docChanged, transactions }) => {
    const isAsked = transactions.some(({ effects }) => effects.some((effect) => effect.is(selectLines)))
    if (docChanged && !isAsked && !isSame(startState.field(field), state.field(field))) onPick(state.field(field))
  }),
  EditorView.editorAttributes.of({ class: 'cm-choosesLines' }),
]
