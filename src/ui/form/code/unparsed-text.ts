import type { CodeKind } from '@/shared/forms/form-description'

/** The value of a text that cannot be parsed: it prevents submission and keeps the input. */
export class UnparsedText {
  readonly text: string
  readonly error: string

  constructor(text: string, fault: string) {
    this.text = text
    this.error = fault
  }
}

/** Whether the text contains only whitespace and comments. */
export const isBlank = (text: string, language: CodeKind['language']): boolean =>
  language === 'yaml' ? /^(?:[ \t]*(?:#.*)?(?:\r?\n|$))*$/.test(text) : text.trim() === ''
