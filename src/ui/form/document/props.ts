import type { ReactNode } from 'react'
import type { Language, Path } from '../../../lib/document/read'
import type { Schema } from '../../editor/schema-walk'
import type { Rejection } from '../form'
import type { FieldsOfDocument } from './values'

export type DocumentFormProps = {
  /** Its name for screen readers. */
  label: string
  /**
   * The text as it is kept; empty for a new one. When it changes elsewhere, it is shown, unless something was typed: that
   * stays, and is compared with the newer one.
   */
  kept: string
  /** What a new text begins with. */
  initial?: string
  language: Language
  /** Where in the document the names of the fields begin: `['spec', 'http', 0]`. */
  at?: Path
  fields: FieldsOfDocument
  /** Advises, and never keeps from saving. */
  schema?: Schema
  /** What else there is to say about a text before it is saved, as sentences. */
  advise?: (text: string) => readonly string[]
  /** Told what the text is, at first and whenever it has changed. */
  onText?: (text: string) => void
  /** What the button says that saves; `Save` without it. */
  saveLabel?: 'Save' | 'Update'
  /** Buttons beside that for saving. */
  actions?: ReactNode
  /** Gets the text. Returns nothing when it was accepted; a thrown error's message is shown. */
  onSave: (text: string) => Promise<Rejection | void> | Rejection | void
  /** Without it there is no cancel button, and Escape is left to the surroundings. */
  onCancel?: () => void
  /** It takes the focus when it is shown. */
  hasFocus?: boolean
  /** What Escape does while the text is edited; otherwise it is as Cancel. */
  onEscape?: () => void
  isReadOnly?: boolean
  /** Whether the code is shown first, as it is where the text cannot be read. */
  isCodeFirst?: boolean
  /** The key of the section that is opened at first, and whose first field has focus. */
  section?: string
  /** A name unique in the tab, under which what was typed is kept until one signs in again. */
  draftKey?: string
}
