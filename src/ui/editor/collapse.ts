import { foldable, foldCode, foldEffect, forceParsing, unfoldAll, unfoldCode } from '@codemirror/language'
import type { EditorView } from '@codemirror/view'
import { announce } from '../voice'

/** The time limit for parsing the rest of a long text, which is only parsed as far as it is shown. */
const MAX_PARSE_MS = 1000

/** Collapses and expands sections, and announces the result where nothing else does. */
export const createCollapseActions = (view: EditorView) => ({
  fold: () => collapseAtCursor(view) || announce('Nothing to collapse here.'),
  unfold: () => unfoldCode(view) || announce('Nothing is collapsed here.'),
  foldAll: () => announce(collapseOutermost(view) ? 'Collapsed.' : 'Nothing to collapse.'),
  unfoldAll: () => announce(unfoldAll(view) ? 'Expanded.' : 'Nothing is collapsed.'),
})

/**
 * Collapses the outermost sections of a text. A section around the whole text, such as the braces of JSON, stays
 * expanded, because nothing else would be visible.
 * @returns whether there were any
 */
function collapseOutermost(view: EditorView): boolean {
  forceParsing(view, view.state.doc.length, MAX_PARSE_MS)
  const { state } = view
  const effects = []
  for (let at = 0; at < state.doc.length;) {
    const line = state.doc.lineAt(at)
    const section = foldable(state, line.from, line.to)
    const isAll = line.number === 1 && section && state.doc.lineAt(section.to).number >= state.doc.lines
    if (section && !isAll) effects.push(foldEffect.of(section))
    at = section && !isAll ? state.doc.lineAt(section.to).to + 1 : line.to + 1
  }
  if (effects.length > 0) view.dispatch({ effects })
  return effects.length > 0
}

/**
 * Collapses the innermost section around the cursor and moves the cursor to the line that stays visible.
 * @returns whether there is such a section
 */
function collapseAtCursor(view: EditorView): boolean {
  const { doc, selection } = view.state
  const { head } = selection.main
  for (let { number } = doc.lineAt(head); number > 0; number--) {
    const line = doc.line(number)
    const section = foldable(view.state, line.from, line.to)
    if (!section || section.to < head) continue
    view.dispatch({ selection: { anchor: line.from } })
    return foldCode(view)
  }
  return false
}
