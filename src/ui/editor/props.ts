import type { Content } from './content'
import type { Language } from '../../lib/document/read'
import type { Problem } from './problem'
import type { Schema } from './schema-walk'

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
  height?: 'small' | 'medium' | 'large' | undefined
  /** It takes focus when it appears, for somebody who has just asked for it. */
  autoFocus?: boolean | undefined
}

export type EditorProps = TextProps & {
  /** Read after the name; above the text. */
  description?: string
  /** The name of the file it is saved as, without the extension. */
  fileName?: string
}
