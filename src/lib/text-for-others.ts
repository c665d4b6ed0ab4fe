// External text in files and messages that users pass on: to Markdown, chats and trackers.

/**
 * Characters that are invisible or reorder the text around them, so that a reader is deceived. Joiners of
 * letters and emoji stay.
 */
const INVISIBLE =
  /[\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|[\u{e0000}-\u{e007f}]/gu

/**
 * Invisible. Keeps trackers and chats from reading a name or a number as a reference: they search the rendered text,
 * where an escape is gone.
 */
const WORD_JOINER = '\u2060'

/** Joins a text into one line without invisible characters. */
export const oneLine = (text: string): string =>
  text
    .replaceAll(/[\s\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .replaceAll(INVISIBLE, '')
    .replaceAll(/\p{Surrogate}/gu, '\ufffd')
    .trim()

/** Same, in which no name is mentioned (`@ada`). An address such as `ada@shop.example` stays as it is. */
export const oneLineWithoutMentions = (text: string): string =>
  oneLine(text).replaceAll(/(?<![\p{L}\p{N}_.+-])@(?=[\p{L}\p{N}_])/gu, `@${WORD_JOINER}`)

/** Characters that start emphasis, code, links, HTML, tables, headings, entities, mentions or addresses. */
const MARKUP = /[\\`*_{}[\]<>#|~&@!$^]/g
/** A list, a quote, a rule, a table or, in GitLab, a command (`/close`) at the start of a line. */
const BEGINNING = /^(?:[-+=:/]|\d{1,9}(?=[.)]))/

/** A line of Markdown (CommonMark, GitHub and GitLab) that shows the text, without any markup. */
export const escapeMarkdown = (text: string): string =>
  oneLineWithoutMentions(text)
    .replaceAll(/#(?=\d)/g, `#${WORD_JOINER}`)
    .replaceAll(MARKUP, '\\$&')
    .replaceAll(/:(?=\/\/)|(?<=\bwww)\./gi, '\\$&')
    .replace(BEGINNING, (found) => (/^\d/.test(found) ? found : `\\${found}`))
    .replace(/^(\d{1,9})([.)])/, '$1\\$2')

/**
 * Several lines of Markdown with their line breaks. Empty lines are removed, because they would end a paragraph.
 * @param indent the indentation of the lines after the first
 */
export const escapeMarkdownLines = (text: string, indent: string): string =>
  text
    .split(/\r\n|[\n\r\u0085\u2028\u2029]/)
    .map(escapeMarkdown)
    .filter(Boolean)
    .join(`\\\n${indent}`)
