import type { RefObject } from 'react'
import type { LineRange } from '@/shared/catalog/document-lines'
import type { TextContent } from './content'
import type { Language } from '@/shared/document/read'
import type { EditorActions } from './editor-frame'
import type { TextProblem } from './problem'
import type { JsonSchema } from './json-schema'

/** The operations on a text from outside. */
export type EditorHandle = EditorActions & {
  /** The current text, even if `value` is not updated. */
  text(): string
  focus(): void
  /**
   * Selects the line of the cursor or the lines of the selected text, extended down to `count` lines. Deselects them if
   * they are selected already.
   */
  toggleLines(count: number): void
  /** Moves the cursor and with it the end of the selection. */
  extendLines(by: number): void
}

/** A language with documents, which are parsed, or CEL, whose expressions are only highlighted. */
export type EditorLanguage = Language | 'cel'

/** An editable or read-only text, without label and messages. */
export type EditorTextProps = {
  /** The name in announcements and in the problem list. */
  label: string
  language: EditorLanguage
  value: string
  /** Called after every change, whether the text can be parsed or not. */
  onChange?: (text: string) => void
  /**
   * Called after a pause in typing and when focus leaves, with the content: a value, empty, or unparseable. The owner
   * keeps its value while the text is unparseable.
   */
  onContent?: (content: TextContent, text: string) => void
  /** Called with the problems of the initial text and after each time it is parsed. */
  onProblems?: (problems: readonly TextProblem[]) => void
  /** Used for warnings, completion and documentation. */
  schema?: JsonSchema | undefined
  isReadOnly?: boolean | undefined
  height?: 'smallest' | 'small' | 'medium' | 'tall' | 'large' | 'page' | undefined
  /** The selected lines. If they change from outside, they are scrolled into view and announced. */
  lines?: LineRange | undefined
  /** Makes lines selectable. Called with the lines that the user selects. */
  onLines?: ((range: LineRange | undefined) => void) | undefined
  /** Takes focus when it appears, after the user has opened it. */
  autoFocus?: boolean | undefined
}

export type EditorProps = Omit<EditorTextProps, 'language'> & {
  language: Language
  handle?: RefObject<EditorHandle | null>
  /** Shown above the text and read after the name. */
  description?: string
  /** The name of the downloaded file, without the extension. */
  fileName?: string
}
