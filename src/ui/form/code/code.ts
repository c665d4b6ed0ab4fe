import type { Language } from '../../../lib/document/read'

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
