import type { Language } from '../document/read'

/** First and last line, counted from 1. */
export type LineRange = { from: number; to: number }

/** Lines of the document of a config item in one format. */
export type DocumentLines = {
  configId: string
  format: Language
  range: LineRange
  /** Digest of the text, which tells whether the lines have changed since they were selected. */
  digest: string
}

/** `12-18`, or `12` for one line. */
export const formatLineRange = ({ from, to }: LineRange): string => (from === to ? String(from) : `${from}-${to}`)

/** Parses `12-18`, `18 - 12`, `12–18` and `12`; undefined for any other text. */
export function parseLineRange(text: string): LineRange | undefined {
  const [, first, last = first] = /^\s*(\d{1,7})(?:\s*[-–]\s*(\d{1,7}))?\s*$/.exec(text) ?? []
  const [from, to] = [Number(first), Number(last)].toSorted((a, b) => a - b)
  return from && to ? { from, to } : undefined
}

/** `line 12` or `lines 12–18`. @param dash the separator of the numbers */
export const describeLineRange = ({ from, to }: LineRange, dash = '–'): string =>
  from === to ? `line ${from}` : `lines ${from}${dash}${to}`

/** The name of lines: `lines 12–18 of payments-api`. YAML is the default format and is not named. */
export const describeLines = ({ range, format }: Pick<DocumentLines, 'range' | 'format'>, name: string): string =>
  `${describeLineRange(range)} of ${name}${format === 'json' ? ' as JSON' : ''}`

export function readLinesId(id: string): DocumentLines | undefined {
  const [configId = '', format, range = '', digest = '', ...rest] = id.split('/')
  const read = parseLineRange(range)
  if (!read || configId === '' || digest === '' || rest.length > 0) return undefined
  return format === 'yaml' || format === 'json' ? { configId, format, range: read, digest } : undefined
}
