import {
  autocompletion,
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap,
  completionStatus,
} from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands'
import { json } from '@codemirror/lang-json'
import { yaml } from '@codemirror/lang-yaml'
import { bracketMatching, foldGutter, foldKeymap, indentOnInput, indentUnit } from '@codemirror/language'
import { highlightSelectionMatches, search, searchKeymap, searchPanelOpen } from '@codemirror/search'
import { EditorState, type Extension } from '@codemirror/state'
import { EditorView, highlightSpecialChars, hoverTooltip, keymap, lineNumbers } from '@codemirror/view'
import { announce } from '../voice'
import { celLanguage } from './cel-language'
import { suggestCompletions } from './completions'
import { findDocumentation } from './schema-problems'
import type { JsonSchema } from './json-schema'
import type { EditorLanguage } from './props'
import { editorTheme } from './theme'

const supports = { json, yaml, cel: () => celLanguage } satisfies Record<EditorLanguage, () => Extension>

export const languageSupport = (language: EditorLanguage): Extension => supports[language]()

/** The extensions of every code view, editable or read-only. */
const readOnlyExtensions: Extension = [highlightSpecialChars(), EditorView.lineWrapping, announcements(), editorTheme]

/** Tab leaves the editor until the user switches indenting on. */
function tabs(): Extension {
  let isLeaving = true
  const toggle = (view: EditorView) => {
    isLeaving = !isLeaving
    view.setTabFocusMode(isLeaving)
    announce(isLeaving ? 'Tab leaves the editor.' : 'Tab indents. Escape, then Tab, leaves the editor.')
    return true
  }
  return keymap.of([{ key: 'Ctrl-m', mac: 'Shift-Alt-m', run: toggle, preventDefault: true }, indentWithTab])
}

/** Sends CodeMirror's announcements to the live region of the console. */
function announcements(): Extension {
  return EditorView.updateListener.of(({ transactions, view }) => {
    for (const { effects } of transactions)
      for (const effect of effects) if (effect.is(EditorView.announce)) announce(effect.value)
    // While a list or the search is open, Escape closes it and not the form.
    const isOpen = completionStatus(view.state) !== null || searchPanelOpen(view.state)
    if (isOpen) view.dom.dataset['scope'] = 'widget'
    else delete view.dom.dataset['scope']
  })
}

/** The extensions of an editable text. `schema` is called each time, so that a new schema applies at once. */
export function createEditorExtensions(
  language: () => EditorLanguage,
  schema: () => JsonSchema | undefined
): Extension {
  // An expression has a few lines, is not collapsed, and needs no indentation.
  const isDocument = language() !== 'cel'
  return [
    isDocument ? [lineNumbers(), foldGutter(), tabs()] : [],
    readOnlyExtensions,
    EditorState.tabSize.of(2),
    indentUnit.of('  '),
    history(),
    indentOnInput(),
    bracketMatching(),
    closeBrackets(),
    search({ top: true }),
    highlightSelectionMatches(),
    autocompletion({ icons: false, override: [completeFromSchema(language, schema)] }),
    documentationTooltip(language, schema),
    keymap.of([
      ...closeBracketsKeymap,
      ...completionKeymap,
      ...searchKeymap,
      ...historyKeymap,
      ...foldKeymap,
      ...defaultKeymap.filter(({ key }) => key !== 'Ctrl-m'),
    ]),
  ]
}

type CompletionSource = Parameters<typeof autocompletion>[0] extends infer C
  ? C extends { override?: readonly (infer S)[] | null }
    ? S
    : never
  : never

function completeFromSchema(language: () => EditorLanguage, schema: () => JsonSchema | undefined): CompletionSource {
  return ({ state, pos, explicit }) => {
    const known = schema()
    if (!known || state.readOnly) return null
    const found = suggestCompletions(state.doc.toString(), pos, language(), known)
    // Opens automatically only within a word, and after `key: ` if there is a list of values.
    if (!found || (!explicit && found.from === pos && found.options.every((one) => one.is === 'key'))) return null
    return {
      from: found.from,
      to: found.to,
      options: found.options.map(({ label, insert, detail, text, is }, at) => ({
        label,
        apply: insert,
        detail,
        type: is === 'key' ? 'property' : 'enum',
        boost: -at,
        ...(text ? { info: text } : {}),
      })),
      filter: true,
    }
  }
}

const documentationTooltip = (language: () => EditorLanguage, schema: () => JsonSchema | undefined): Extension =>
  hoverTooltip((view, pos) => {
    const known = schema()
    const found = known && findDocumentation(view.state.doc.toString(), pos, language(), known)
    if (!found) return null
    return {
      pos: found.from,
      end: found.to,
      above: true,
      create() {
        const dom = document.createElement('div')
        dom.className = 'cm-diagnostic'
        dom.textContent = [`${found.name}${found.type ? `: ${found.type}` : ''}`, found.text].filter(Boolean).join('. ')
        return { dom }
      },
    }
  })
