import type { RefObject } from 'react'
import type { LineRange } from '../../lib/document-lines'
import type { Content } from './content'
import type { Language } from '../../lib/document/read'
import type { EditorActions } from './editor-frame'
import type { Problem } from './problem'
import type { Schema } from './schema-walk'

/** What can be done with a text from outside. */
export type TextHandle = EditorActions & {
  /** The current text, even if `value` is not updated. */
  text(): string
  focus(): void
  /** Selects the lines of the cursor or of the selected text, and those below as far as `count`; or none, where they are. */
  toggleLines(count: number): void
  /** Moves the cursor, and the end of the selection with it. */
  extendLines(by: number): void
}

/** An editable or read-only text, without label and messages. */
export type TextProps = {
  /** Its name in announcements and in the list of problems. */
  label: string
  language: Language
  value: string
  /** Every change, whether it can be read or not. */
  onChange?: (text: string) => void
  /**
   * The content, after a pause in typing and when focus leaves: a value, nothing, or unreadable. The
   * owner of the value keeps it while the text is unreadable.
   */
  onContent?: (content: Content, text: string) => void
  /** What is wrong with it: at first, and whenever it was read again. */
  onProblems?: (problems: readonly Problem[]) => void
  /** Advises, completes and explains. */
  schema?: Schema | undefined
  isReadOnly?: boolean | undefined
  height?: 'smallest' | 'small' | 'medium' | 'tall' | 'large' | 'page' | undefined
  /** The lines that are selected, where they can be: scrolled into sight and said when they come from outside. */
  lines?: LineRange | undefined
  /** Lines can be selected: called with what somebody selects in the text. */
  onLines?: ((range: LineRange | undefined) => void) | undefined
  /** It takes focus when it appears, for somebody who has just asked for it. */
  autoFocus?: boolean | undefined
}

export type EditorProps = TextProps & {
  handle?: RefObject<TextHandle | null>
  /** Read after the name; above the text. */
  description?: string
  /** The name of the file it is saved as, without the extension. */
  fileName?: string
}
