import type { Language } from '../../editor/problem'
import type { Schema } from '../../editor/schema-walk'

/** What a field of code is told about the text in it. */
export type CodeKind = {
  language: Language
  /** Its value is what the text says, `null` for nothing; otherwise it is the text. */
  isParsed?: boolean | undefined
  /** Advises, completes and explains. */
  schema?: Schema | undefined
  height?: 'small' | 'medium' | 'large' | undefined
}

/** Stands where the value would be while its text cannot be read, so that nothing is sent and nothing typed is lost. */
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
