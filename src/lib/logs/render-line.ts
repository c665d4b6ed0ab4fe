import { formatCodePoint } from '../code-point'
import { type AnsiStyle, parseAnsi } from '@/shared/logs/ansi'
import { findMatches, type LineSearch } from '@/shared/logs/search'

/** A rendered segment of a line. */
export type LineSegment = {
  text: string
  style: AnsiStyle
  isHit?: true
  /** Description of an invisible or bidi character that the text replaces. */
  standsFor?: string
}

type RenderedLine = {
  pieces: readonly LineSegment[]
  /** Number of characters of the line that are left out. */
  left: number
}

/** Names of bidi controls and invisible characters. */
const names: Readonly<Record<number, string>> = {
  0x00ad: 'soft hyphen',
  0x061c: 'Arabic letter mark',
  0x180e: 'Mongolian vowel separator',
  0x200b: 'zero width space',
  0x200c: 'zero width non-joiner',
  0x200d: 'zero width joiner',
  0x200e: 'left-to-right mark',
  0x200f: 'right-to-left mark',
  0x2028: 'line separator',
  0x2029: 'paragraph separator',
  0x202a: 'left-to-right embedding',
  0x202b: 'right-to-left embedding',
  0x202c: 'pop directional formatting',
  0x202d: 'left-to-right override',
  0x202e: 'right-to-left override',
  0x2060: 'word joiner',
  0x2066: 'left-to-right isolate',
  0x2067: 'right-to-left isolate',
  0x2068: 'first strong isolate',
  0x2069: 'pop directional isolate',
  0xfeff: 'byte order mark',
  0xfffd: 'not valid UTF-8',
}

/** Matches control characters except tab and line feed, invisible and bidi characters, and lone surrogates. */
const odd =
  // oxlint-disable-next-line no-control-regex, no-misleading-character-class -- the pattern matches such characters
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060\u2066-\u2069\ufeff\ufffd]|\p{Surrogate}/gu

/** The placeholder for such a character, and its description for screen readers. */
function standIn(character: string): { text: string; standsFor: string } {
  const code = character.codePointAt(0) ?? 0
  if (code < 0x20) return { text: String.fromCodePoint(0x2400 + code), standsFor: `control character ${code}` }
  if (code === 0x7f) return { text: '\u2421', standsFor: 'control character 127' }
  if (code === 0xfffd) return { text: '\ufffd', standsFor: names[code] ?? '' }
  return {
    text: formatCodePoint(character),
    standsFor: names[code] ?? (code < 0xa0 ? `control character ${code}` : 'lone surrogate'),
  }
}

/** The text with placeholders for invisible and bidi characters. */
export const replaceInvisible = (text: string): string => text.replace(odd, (one) => standIn(one).text)

/** A time at the start of a line, including colour sequences around it. */
const stamp =
  // oxlint-disable-next-line no-control-regex -- colours
  /^((?:\u001b\[[0-9;]*m)*)[[(]?\d{4}[-/]\d{2}[-/]\d{2}[T ]\d{2}:\d{2}:\d{2}(?:[.,]\d{1,9})?\s?(?:Z|[+-]\d{2}:?\d{2})?[\])]?((?:\u001b\[[0-9;]*m)*)\s+/

/** The message without a leading time that is shown next to it. */
export const stripLeadingTime = (message: string): string => message.replace(stamp, '$1$2')

/**
 * A line for rendering: colours as styles, matches marked, and placeholders for invisible and bidi characters.
 * @param most the maximum number of characters to process
 */
export function renderLine(message: string, search: LineSearch, most: number): RenderedLine {
  // Does not split a surrogate pair.
  const end = message.length > most && /[\ud800-\udbff]/.test(message[most - 1] ?? '') ? most - 1 : most
  const parts = parseAnsi(message.slice(0, end))
  const plain = parts.map(({ text }) => text).join('')
  const hits = findMatches(search, plain)
  const pieces: LineSegment[] = []
  let at = 0
  let hit = 0
  for (const { text, style } of parts) {
    let from = 0
    while (from < text.length) {
      while ((hits[hit]?.to ?? Infinity) <= at + from) hit++
      const { from: begins = Infinity, to: ends = Infinity } = hits[hit] ?? {}
      const isHit = begins <= at + from
      const to = Math.min(text.length, (isHit ? ends : begins) - at)
      addPlain(pieces, text.slice(from, to), style, isHit)
      from = to
    }
    at += text.length
  }
  return { pieces, left: Math.max(0, message.length - end) }
}

function addPlain(pieces: LineSegment[], text: string, style: AnsiStyle, isHit: boolean) {
  const marked = isHit ? ({ isHit: true } as const) : {}
  let from = 0
  for (const found of text.matchAll(odd)) {
    if (found.index > from) pieces.push({ text: text.slice(from, found.index), style, ...marked })
    pieces.push({ ...standIn(found[0]), style, ...marked })
    from = found.index + found[0].length
  }
  if (from < text.length) pieces.push({ text: text.slice(from), style, ...marked })
}
