import { foldable, foldCode, foldEffect, forceParsing } from '@codemirror/language'
import type { EditorView } from '@codemirror/view'

/** How long the rest of a long text may be read for, which is not done before it is shown. */
const MOST_MS = 1000

/**
 * Folds the outermost parts of a text. What is around all of it, as the braces of JSON, stays open: folded, nothing would be seen.
 * @returns whether there were any
 */
export function foldParts(view: EditorView): boolean {
  forceParsing(view, view.state.doc.length, MOST_MS)
  const { state } = view
  const effects = []
  for (let at = 0; at < state.doc.length;) {
    const line = state.doc.lineAt(at)
    const part = foldable(state, line.from, line.to)
    const isAll = line.number === 1 && part && state.doc.lineAt(part.to).number >= state.doc.lines
    if (part && !isAll) effects.push(foldEffect.of(part))
    at = part && !isAll ? state.doc.lineAt(part.to).to + 1 : line.to + 1
  }
  if (effects.length > 0) view.dispatch({ effects })
  return effects.length > 0
}

/**
 * Folds the innermost part around the cursor, which goes to the line that stays.
 * @returns whether there is one
 */
export function foldAround(view: EditorView): boolean {
  const { doc, selection } = view.state
  const { head } = selection.main
  for (let { number } = doc.lineAt(head); number > 0; number--) {
    const line = doc.line(number)
    const part = foldable(view.state, line.from, line.to)
    if (!part || part.to < head) continue
    view.dispatch({ selection: { anchor: line.from } })
    return foldCode(view)
  }
  return false
}
