import type { Content } from './content'
import type { Language, Problem } from './problem'
import type { Schema } from './schema-walk'

/** A text to be read or written, without what stands around it. */
export type TextProps = {
  /** What the voice and the list of problems call it. */
  label: string
  language: Language
  value: string
  /** Every change, whether it can be read or not. */
  onChange?: (text: string) => void
  /**
   * What the text says, once typing rests and when focus leaves: a value, nothing, or that it cannot be read. Whoever
   * keeps the value leaves it alone while the text cannot be read.
   */
  onContent?: (content: Content, text: string) => void
  /** What is wrong with it: at first, and whenever it was read again. */
  onProblems?: (problems: readonly Problem[]) => void
  /** Advises, completes and explains. */
  schema?: Schema | undefined
  isReadOnly?: boolean | undefined
  height?: 'small' | 'medium' | 'large' | undefined
}

export type EditorProps = TextProps & {
  /** Read after the name; above the text. */
  description?: string
  /** The name of the file it is saved as, without the extension. */
  fileName?: string
}
