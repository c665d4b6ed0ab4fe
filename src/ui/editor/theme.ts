import { HighlightStyle, syntaxHighlighting } from '@codemirror/language'
import { EditorView } from '@codemirror/view'
import { tags } from '@lezer/highlight'

/** Uses the colour tokens of the console, so that themes and forced colours work without further rules. */
const look = EditorView.theme({
  '&': { height: '100%', color: 'var(--text)', backgroundColor: 'var(--surface)', fontSize: 'var(--text-s)' },
  // The surrounding frame shows the focus ring.
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--mono)', lineHeight: '1.55', overflow: 'auto' },
  '.cm-content': { padding: '8px 0', caretColor: 'var(--text)' },
  '.cm-line': { padding: '0 12px 0 4px' },
  '.cm-gutters': { color: 'var(--muted)', backgroundColor: 'var(--surface)', border: '0' },
  '.cm-lineNumbers .cm-gutterElement': { minWidth: '28px', padding: '0 4px 0 8px' },
  '.cm-foldGutter .cm-gutterElement': { cursor: 'pointer', padding: '0 4px' },
  '.cm-foldPlaceholder': { color: 'var(--muted)', backgroundColor: 'var(--sunken)', borderColor: 'var(--line-strong)' },
  '.cm-matchingBracket, &.cm-focused .cm-matchingBracket': {
    backgroundColor: 'transparent',
    outline: '1px solid var(--line-strong)',
  },
  '.cm-nonmatchingBracket, &.cm-focused .cm-nonmatchingBracket': {
    backgroundColor: 'transparent',
    outline: '1px solid var(--bad)',
  },
  '.cm-chosenLine': { backgroundColor: 'var(--active)' },
  '.cm-gutterElement.cm-chosenLine': { color: 'var(--text)', fontWeight: '600' },
  '.cm-line.cm-chosenLine': { boxShadow: 'inset 3px 0 0 var(--accent)' },
  '&.cm-choosesLines .cm-lineNumbers .cm-gutterElement': { cursor: 'pointer' },
  '.cm-selectionMatch': { backgroundColor: 'var(--active)' },
  '.cm-searchMatch': { backgroundColor: 'var(--warn-wash)', outline: '1px solid var(--warn)' },
  '.cm-searchMatch-selected': { backgroundColor: 'var(--active)', outline: '2px solid var(--focus)' },
  // A text underline, because CodeMirror's images would need an exception in the content security policy.
  '.cm-lintRange': { backgroundImage: 'none', paddingBottom: '0', textUnderlineOffset: '3px' },
  '.cm-lintRange-error': { backgroundImage: 'none', textDecoration: 'underline wavy var(--bad)' },
  '.cm-lintRange-warning': { backgroundImage: 'none', textDecoration: 'underline wavy var(--warn)' },
  '.cm-lintPoint::after': { borderBottomColor: 'var(--bad)' },
  '.cm-diagnostic': { padding: '6px 10px', borderLeft: '0' },
  '.cm-tooltip': {
    color: 'var(--text)',
    backgroundColor: 'var(--raised)',
    border: '1px solid var(--line-strong)',
    borderRadius: 'var(--radius)',
    boxShadow: '0 6px 24px var(--shadow)',
    fontFamily: 'var(--font)',
    maxWidth: 'min(40ch, 90vw)',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': { fontFamily: 'var(--mono)', maxHeight: '14rem' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': { minHeight: '24px', padding: '3px 10px' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]': {
    color: 'var(--text)',
    backgroundColor: 'var(--active)',
    outline: '2px solid var(--focus)',
    outlineOffset: '-2px',
  },
  '.cm-completionMatchedText': { textDecoration: 'none', fontWeight: '600' },
  '.cm-completionDetail': { color: 'var(--muted)', fontStyle: 'normal' },
  '.cm-tooltip.cm-completionInfo': { padding: '6px 10px' },
  '.cm-panels': { color: 'var(--text)', backgroundColor: 'var(--sunken)', zIndex: '2' },
  '.cm-panels-top': { borderBottom: '1px solid var(--line)' },
  '.cm-panel.cm-search': { padding: '6px 28px 6px 8px', fontFamily: 'var(--font)' },
  '.cm-panel.cm-search label': { fontSize: 'var(--text-s)', display: 'inline-flex', gap: '4px', minHeight: '24px' },
  '.cm-panel.cm-search [name=close]': { minWidth: '24px', minHeight: '24px', color: 'var(--text)' },
  '.cm-textfield': {
    minHeight: '24px',
    color: 'var(--text)',
    backgroundColor: 'var(--surface)',
    border: '1px solid var(--line-strong)',
    borderRadius: '4px',
    fontSize: 'var(--text-s)',
  },
  '.cm-button': {
    minHeight: '24px',
    color: 'var(--text)',
    backgroundColor: 'var(--raised)',
    backgroundImage: 'none',
    border: '1px solid var(--line-strong)',
    borderRadius: '4px',
    fontSize: 'var(--text-s)',
    '&:active': { backgroundImage: 'none', backgroundColor: 'var(--active)' },
  },
  '@media (forced-colors: active)': {
    '.cm-line.cm-chosenLine': { boxShadow: 'none', borderLeft: '3px solid Highlight' },
    '.cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]': {
      color: 'HighlightText',
      backgroundColor: 'Highlight',
    },
  },
})

/** Colours are an addition only: indentation, quotes and colons carry the meaning. */
const colours = syntaxHighlighting(
  HighlightStyle.define([
    { tag: [tags.propertyName, tags.definition(tags.propertyName)], color: 'var(--accent)' },
    { tag: [tags.string, tags.special(tags.string)], color: 'var(--good)' },
    { tag: [tags.number, tags.bool, tags.null, tags.keyword], color: 'var(--warn)' },
    { tag: [tags.comment, tags.punctuation, tags.separator, tags.meta], color: 'var(--muted)' },
    { tag: [tags.labelName, tags.typeName], color: 'var(--warn)' },
  ])
)

export const editorTheme = [look, colours]

let isAdopted = false

/**
 * Makes CodeMirror use a constructed style sheet. The policy `style-src 'self'` allows these but not style elements.
 * CodeMirror uses them only in shadow roots, which it recognises by a missing `head`. A real shadow root would separate
 * the editor from its label, description and key bindings, so the first editor gets a document without a head.
 * CodeMirror caches the result on the document for all later editors.
 */
export function adoptStyles(): void {
  if (isAdopted) return
  isAdopted = true
  const headless = new Proxy(document, {
    get(target, key) {
      if (key === 'head') return null
      const found: unknown = Reflect.get(target, key, target)
      return typeof found === 'function' ? found.bind(target) : found
    },
    set: (target, key, value) => Reflect.set(target, key, value, target),
  })
  new EditorView({ root: headless }).destroy()
}
