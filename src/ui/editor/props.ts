import type { Content } from './content'
import type { Language } from './problem'
import type { Schema } from './schema-walk'

export type EditorProps = {
  label: string
  /** Read after the name; above the text. */
  description?: string
  language: Language
  value: string
  /** Every change, whether it can be read or not. */
  onChange?: (text: string) => void
  /**
   * What the text says, once typing rests and when focus leaves: a value, nothing, or that it cannot be read. Whoever
   * keeps the value leaves it alone while the text cannot be read.
   */
  onContent?: (content: Content) => void
  /** Advises, completes and explains. */
  schema?: Schema
  isReadOnly?: boolean
  height?: 'small' | 'medium' | 'large'
  /** The name of the file it is saved as, without the extension. */
  fileName?: string
}
