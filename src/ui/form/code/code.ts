import type { Language } from '../../editor/problem'
import type { Schema } from '../../editor/schema-walk'

/** The kind of text in a code field. */
export type CodeKind = {
  language: Language
  /** Its value is what the text says, `null` for nothing; otherwise it is the text. */
  isParsed?: boolean | undefined
  /** Advises, completes and explains. */
  schema?: Schema | undefined
  height?: 'small' | 'medium' | 'large' | undefined
}

/** The value while the text is unreadable, so that nothing is sent and no input is lost. */
export class Unreadable {
  readonly text: string
  readonly fault: string

  constructor(text: string, fault: string) {
    this.text = text
    this.fault = fault
  }
}

/** Nothing but blanks and comments. */
export const isBlank = (text: string, language: Language): boolean =>
  language === 'yaml' ? /^(?:[ \t]*(?:#.*)?(?:\r?\n|$))*$/.test(text) : text.trim() === ''
