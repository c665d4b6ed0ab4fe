import { type EditorState, type Extension, RangeSet, StateEffect, StateField } from '@codemirror/state'
import { Decoration, EditorView, GutterMarker, gutterLineClass, lineNumbers } from '@codemirror/view'
import type { LineRange } from '@/shared/catalog/document-lines'

// Selected lines differ from selected text: they stay while the cursor moves, and they can be shared by link.

export const selectLinesEffect = StateEffect.define<LineRange | undefined>()

/** The selected lines. They move with changes of the text above. */
const field = StateField.define<LineRange | undefined>({
  create: () => undefined,
  update(range, { changes, effects, startState, newDoc, docChanged }) {
    for (const effect of effects) if (effect.is(selectLinesEffect)) return effect.value
    if (!range || !docChanged || range.to > startState.doc.lines) return range
    const [first, last] = [startState.doc.line(range.from), startState.doc.line(range.to)]
    // After a change within the selection, the same line numbers stay selected.
    if (changes.touchesRange(first.from, last.to)) return clamp(range, newDoc.lines)
    const from = newDoc.lineAt(changes.mapPos(first.from)).number
    return { from, to: from + range.to - range.from }
  },
  provide: (self) => [
    EditorView.decorations.compute([self, 'doc'], (state) =>
      Decoration.set(lineStarts(state.field(self), state).map((at) => selectedLine.range(at)))
    ),
    gutterLineClass.compute([self, 'doc'], (state) =>
      RangeSet.of(lineStarts(state.field(self), state).map((at) => selectedGutter.range(at)))
    ),
  ],
})

const selectedLine = Decoration.line({ class: 'cm-chosenLine' })
const selectedGutter = new (class extends GutterMarker {
  override elementClass = 'cm-chosenLine'
})()

const clamp = ({ from, to }: LineRange, lines: number): LineRange | undefined =>
  from > lines ? undefined : { from, to: Math.min(to, lines) }

/** The start offsets of the lines. */
function lineStarts(range: LineRange | undefined, { doc }: EditorState): number[] {
  const clamped = range && clamp(range, doc.lines)
  if (!clamped) return []
  return Array.from({ length: clamped.to - clamped.from + 1 }, (_, at) => doc.line(clamped.from + at).from)
}

const readSelectedLines = ({ state }: EditorView): LineRange | undefined => state.field(field, false)

/** The lines of the selected text, or the line of the cursor. A line whose start ends the selection does not count. */
function linesAtCursor({ state }: EditorView): LineRange {
  const { from, to } = state.selection.main
  const first = state.doc.lineAt(from).number
  const last = state.doc.lineAt(to)
  return { from: first, to: Math.max(first, to === last.from && to > from ? last.number - 1 : last.number) }
}

const toRange = (a: number, b: number): LineRange => ({ from: Math.min(a, b), to: Math.max(a, b) })

/** The selection from its end that is farther from the cursor to a line. */
function extendTo(view: EditorView, to: number): LineRange {
  const range = readSelectedLines(view)
  const cursor = view.state.doc.lineAt(view.state.selection.main.head).number
  if (!range) return toRange(cursor, to)
  return toRange(Math.abs(cursor - range.from) > Math.abs(cursor - range.to) ? range.from : range.to, to)
}

/**
 * The line of the cursor or the lines of the selected text, extended down to `count` lines. Undefined if they are
 * already selected.
 */
export function toggleLineRange(view: EditorView, count: number): LineRange | undefined {
  const { from, to } = linesAtCursor(view)
  const requested = { from, to: Math.min(view.state.doc.lines, Math.max(to, from + count - 1)) }
  const range = readSelectedLines(view)
  const isSelected = range !== undefined && range.from <= requested.from && requested.to <= range.to
  return isSelected ? undefined : requested
}

/** Moves the cursor and the end of the selection by some lines. @returns the selection and the offset of the cursor */
export function extendLineRange(view: EditorView, by: number): { range: LineRange; head: number } {
  const { doc, selection } = view.state
  const to = Math.min(doc.lines, Math.max(1, doc.lineAt(selection.main.head).number + by))
  return { range: extendTo(view, to), head: doc.line(to).from }
}

type OnPick = (range: LineRange | undefined) => void

/** A press on a line number selects the line. Dragging or a press with Shift selects the lines up to the pointer. */
const pointerSelection = (onPick: OnPick): Extension =>
  lineNumbers({
    domEventHandlers: {
      mousedown(view, { from }, event) {
        if (!(event instanceof MouseEvent) || event.button !== 0) return false
        const line = view.state.doc.lineAt(from).number
        const range = event.shiftKey ? extendTo(view, line) : toRange(line, line)
        const isRepeated = !event.shiftKey && isSameLineRange(readSelectedLines(view), range)
        startDrag(view, range.from === line ? range.to : range.from, isRepeated ? undefined : range, onPick)
        view.focus()
        event.preventDefault()
        return true
      },
    },
  })

export const isSameLineRange = (a: LineRange | undefined, b: LineRange | undefined) =>
  a?.from === b?.from && a?.to === b?.to

/**
 * Selects from `anchor` to the pointer until it is released.
 * @param first the selection while the pointer does not move
 */
function startDrag(view: EditorView, anchor: number, first: LineRange | undefined, onPick: OnPick) {
  const show = (range: LineRange | undefined) =>
    view.dispatch({
      effects: selectLinesEffect.of(range),
      ...(range && { selection: { anchor: view.state.doc.line(range.from === anchor ? range.to : range.from).from } }),
    })
  let shown = first
  const move = ({ clientY }: MouseEvent) => {
    const line = view.state.doc.lineAt(view.lineBlockAtHeight(clientY - view.documentTop).from).number
    const next = line === anchor ? first : toRange(anchor, line)
    if (!isSameLineRange(next, shown)) show((shown = next))
  }
  const end = () => {
    window.removeEventListener('mousemove', move)
    window.removeEventListener('mouseup', end)
    onPick(readSelectedLines(view))
  }
  show(first)
  window.addEventListener('mousemove', move)
  window.addEventListener('mouseup', end)
}

/**
 * Makes lines selectable.
 * @param onPick called with lines selected by pointer, and with lines that moved with the text
 */
export const createLineSelection = (onPick: OnPick): Extension => [
  field,
  pointerSelection(onPick),
  EditorView.updateListener.of(({ startState, state, docChanged, transactions }) => {
    const isExplicit = transactions.some(({ effects }) => effects.some((effect) => effect.is(selectLinesEffect)))
    if (docChanged && !isExplicit && !isSameLineRange(startState.field(field), state.field(field)))
      onPick(state.field(field))
  }),
  EditorView.editorAttributes.of({ class: 'cm-choosesLines' }),
]
