import { externalLink } from './external-link'

/** A segment of a line. */
export type FormattedSegment =
  { is: 'text' | 'strong' | 'code'; text: string } | { is: 'link'; text: string; href: string }

/** A line of a message. `code` keeps its line breaks. */
export type FormattedLine = { is: 'line' | 'item'; pieces: readonly FormattedSegment[] } | { is: 'code'; text: string }

/** Limits on length and nesting, so that a message cannot block the page. */
const LONGEST = 50_000
const DEEPEST = 100

/**
 * Parses an external message in text, HTML or Markdown-like syntax into lines with bold text, code and validated links.
 * The result contains no markup: tags are removed, except for unknown ones such as `<none>`, which are text. The
 * contents of scripts and styles are removed as well.
 */
export function parseFormattedText(message: string): readonly FormattedLine[] {
  const lines: FormattedLine[] = []
  let pieces: FormattedSegment[] = []
  let isItem = false
  /** The open elements, the innermost last, with the address of a link. */
  let open: { name: string; href?: string | undefined }[] = []
  let block: string | undefined

  const isIn = (names: ReadonlySet<string>) => open.some(({ name }) => names.has(name))
  const end = () => {
    const found = tidied(pieces)
    if (found.length > 0) lines.push({ is: isItem ? 'item' : 'line', pieces: found })
    pieces = []
    isItem = false
  }
  const endBlock = () => {
    if (block !== undefined && block.trim() !== '') lines.push({ is: 'code', text: block.replace(/^\n|\s+$/g, '') })
    block = undefined
  }
  const addLine = (text: string) => {
    if (/^\s*```/.test(text)) {
      if (block === undefined) {
        end()
        block = ''
      } else endBlock()
    } else if (block !== undefined) block += `${text}\n`
    else {
      const [, item, heading] = /^\s*(?:([-*+]\s)|(#{1,6}\s))/.exec(pieces.length === 0 ? text : '') ?? []
      if (item) isItem = true
      const rest = text.replace(item || heading ? /^\s*(?:[-*+]|#{1,6})\s+/ : '', '')
      pieces.push(...(heading ? [{ is: 'strong', text: rest } as const] : inline(rest)))
    }
  }
  const add = (text: string) => {
    if (isIn(dropped)) return
    const link = open.findLast(({ name }) => name === 'a')
    if (isIn(preformatted)) block = (block ?? '') + text
    else if (isIn(codes)) pieces.push({ is: 'code', text })
    else if (link?.href !== undefined) pieces.push({ is: 'link', text, href: link.href })
    else if (isIn(strongs)) pieces.push({ is: 'strong', text })
    else
      for (const [at, line] of text.split(/\r?\n/).entries()) {
        if (at > 0 && block === undefined) end()
        addLine(line)
      }
  }
  const enter = (name: string, attributes: string) => {
    if (breaks.has(name) && !isIn(dropped)) {
      end()
      if (name === 'li') isItem = true
    }
    if (name === 'pre') block = ''
    if (!voids.has(name) && open.length < DEEPEST)
      open.push(name === 'a' ? { name, href: hrefIn(attributes) } : { name })
  }
  const leave = (name: string) => {
    const at = open.findLastIndex((one) => one.name === name)
    if (at === -1) return
    open = open.slice(0, at)
    if (name === 'pre') endBlock()
    else if (breaks.has(name)) end()
  }

  let last = 0
  const read = message.length > LONGEST ? `${message.slice(0, LONGEST)}…` : message
  for (const found of read.matchAll(TAG)) {
    const [whole, closing, written, attributes = ''] = found
    const name = written?.toLowerCase()
    if (name !== undefined && !known.has(name)) continue
    add(decoded(read.slice(last, found.index)))
    last = found.index + whole.length
    if (name !== undefined) (closing ? leave : enter)(name, attributes)
  }
  add(decoded(read.slice(last)))
  end()
  endBlock()
  return lines
}

/** The text of each line, without formatting. */
export const formattedTextLines = (message: string): readonly string[] =>
  parseFormattedText(message).map((line) =>
    line.is === 'code' ? line.text : line.pieces.map(({ text }) => text).join('')
  )

const set = (names: string): ReadonlySet<string> => new Set(names.split(' '))

/** A comment or a tag. Quoted attribute values may contain `>`. */
const TAG = /<!--[^]*?(?:-->|$)|<(\/?)([a-z][a-z0-9-]*)((?:\s[^<>"']*(?:"[^"]*"[^<>"']*|'[^']*'[^<>"']*)*)?)\/?>/gi

const dropped = set('script style iframe object embed template noscript svg math head title textarea select')
const preformatted = set('pre')
const codes = set('code kbd samp tt')
const strongs = set('b strong h1 h2 h3 h4 h5 h6 th')
const breaks = set('br p div li ul ol dl dt dd tr table section article blockquote pre hr h1 h2 h3 h4 h5 h6')
const voids = set('br hr img input meta link base wbr area col source track embed')
const known: ReadonlySet<string> = new Set([
  ...[dropped, codes, strongs, breaks, voids].flatMap((names) => [...names]),
  ...set(
    'html body header footer main nav aside span a i em u s del ins small big sub sup mark font center form button ' +
      'label option thead tbody tfoot td caption figure figcaption picture video audio canvas details summary abbr cite q var'
  ),
])

function hrefIn(attributes: string): string | undefined {
  const [, double, single, bare] = /\shref\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'<>]+))/i.exec(attributes) ?? []
  const written = double ?? single ?? bare
  return written === undefined ? undefined : externalLink(decoded(written).trim())
}

/** Markdown-like formatting, and bare addresses. */
const MARKS =
  /`([^`\n]+)`|\*\*([^*\n]+)\*\*|\[([^[\]\n]*)\]\(([^()\s]*)\)|(https?:\/\/[^\s<>"'`()[\]{}]*[^\s<>"'`()[\]{}.,;:!?])/g

function inline(text: string): FormattedSegment[] {
  const pieces: FormattedSegment[] = []
  let last = 0
  for (const found of text.matchAll(MARKS)) {
    const [whole, code, strong, label, target, bare] = found
    pieces.push({ is: 'text', text: text.slice(last, found.index) })
    last = found.index + whole.length
    const address = target ?? bare
    const href = address === undefined ? undefined : externalLink(address)
    if (code !== undefined) pieces.push({ is: 'code', text: code })
    else if (strong !== undefined) pieces.push({ is: 'strong', text: strong })
    else if (href === undefined) pieces.push({ is: 'text', text: label || whole })
    else pieces.push({ is: 'link', text: label || href, href })
  }
  return [...pieces, { is: 'text', text: text.slice(last) }]
}

/** Joins adjacent text, collapses white space, and removes empty segments and outer spaces. */
function tidied(pieces: readonly FormattedSegment[]): FormattedSegment[] {
  const joined: FormattedSegment[] = []
  for (const piece of pieces) {
    const text = piece.text.replaceAll(/\s+/g, ' ')
    const before = joined.at(-1)
    if (before?.is === 'text' && piece.is === 'text')
      joined[joined.length - 1] = { is: 'text', text: before.text + text }
    else if (text !== '') joined.push({ ...piece, text })
  }
  const from = joined.findIndex(({ text }) => text.trim() !== '')
  const to = joined.findLastIndex(({ text }) => text.trim() !== '')
  return joined.slice(Math.max(from, 0), to + 1).map((piece, at, { length }) => {
    const start = at === 0 ? piece.text.trimStart() : piece.text
    return { ...piece, text: at === length - 1 ? start.trimEnd() : start }
  })
}

const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  ndash: '–',
  mdash: '—',
  hellip: '…',
  bull: '•',
}

/** Decodes once, like browsers: `&amp;lt;` becomes `&lt;`. */
const decoded = (text: string) =>
  text.replaceAll(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,6}));/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) return entities[String(name).toLowerCase()] ?? whole
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal)
    const isText = code === 9 || code === 10 || (code >= 32 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff))
    return isText ? String.fromCodePoint(code) : ''
  })
