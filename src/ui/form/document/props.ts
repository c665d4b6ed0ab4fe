import type { ReactNode } from 'react'
import type { Language, DocumentPath } from '@/shared/document/read'
import type { JsonSchema } from '../../editor/json-schema'
import type { Rejection } from '../form-context'
import type { DocumentFieldsSource } from './values'

export type DocumentFormProps = {
  /** The accessible name. */
  label: string
  /**
   * The saved text; empty for a new one. When it changes elsewhere, the new text is shown, unless the user has made
   * changes: these stay, and the review compares them with the newer text.
   */
  savedText: string
  /** The initial content of a new text. */
  initial?: string
  language: Language
  /** The path in the document that field names are relative to, such as `['spec', 'http', 0]`. */
  at?: DocumentPath
  fields: DocumentFieldsSource
  /** Used for findings only. Never prevents saving. */
  schema?: JsonSchema
  /** Further findings about a text before it is saved, as sentences. */
  advise?: (text: string) => readonly string[]
  /** Called with the initial text and after every change. */
  onText?: (text: string) => void
  /**
   * Called with text pasted or dropped into the code that may replace the whole document, such as a Kubernetes manifest.
   * Returns the new document and what to announce, `taken` if the text was used elsewhere, or undefined to insert it.
   */
  takePaste?: (pasted: string) => { text: string; message: string } | 'taken' | undefined
  /** Label of the save button. Default: `Save`. */
  saveLabel?: 'Save' | 'Update'
  /** Buttons next to the save button. */
  actions?: ReactNode
  /** Gets the text. Returns nothing if it was accepted. The message of a thrown error is shown. */
  onSave: (text: string) => Promise<Rejection | void> | Rejection | void
  /** If absent, the form has no cancel button and does not handle Escape. */
  onCancel?: () => void
  /** Takes focus when first shown. */
  hasFocus?: boolean
  /** Called on Escape while the text is edited. Returns whether it has handled the key; otherwise the form is cancelled. */
  onEscape?: () => boolean
  isReadOnly?: boolean
  /** Whether the code tab is shown first. It always is if the text cannot be parsed. */
  isCodeFirst?: boolean
  /** The key of the section that is initially expanded and whose first field gets focus. */
  section?: string
  /** A key, unique in the browser tab, that stores the input until the user signs in again. */
  draftKey?: string
}
