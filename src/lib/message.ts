import { externalLink } from './external-link'

/** A stretch of text within a line. */
export type Piece = { is: 'text' | 'strong' | 'code'; text: string } | { is: 'link'; text: string; href: string }

/** A line of a message. `code` is kept as it is written, with its line breaks. */
export type Line = { is: 'line' | 'item'; pieces: readonly Piece[] } | { is: 'code'; text: string }

/** More of a message is not read, and no deeper: whoever wrote it must not keep the page busy. */
const LONGEST = 50_000
const DEEPEST = 100

/**
 * Reads what others wrote as text, HTML or like Markdown: lines of text, in which bold text, code and checked links are
 * marked. Nothing of it is markup any more: tags go, except what no HTML has, such as `<none>`, which is text. What
 * scripts and styles consist of goes with them.
 */
export function readMessage(message: string): readonly Line[] {
  const lines: Line[] = []
  let pieces: Piece[] = []
  let isItem = false
  /** The elements that are open, the innermost last, with the address of a link. */
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

/** The same without its marks, a text for each line. */
export const textOf = (message: string): readonly string[] =>
  readMessage(message).map((line) => (line.is === 'code' ? line.text : line.pieces.map(({ text }) => text).join('')))

const set = (names: string): ReadonlySet<string> => new Set(names.split(' '))

/** A comment, or a tag; an attribute may hold `>` in quotes. */
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

/** Marks like those of Markdown, and addresses that stand for themselves. */
const MARKS =
  /`([^`\n]+)`|\*\*([^*\n]+)\*\*|\[([^[\]\n]*)\]\(([^()\s]*)\)|(https?:\/\/[^\s<>"'`()[\]{}]*[^\s<>"'`()[\]{}.,;:!?])/g

function inline(text: string): Piece[] {
  const pieces: Piece[] = []
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

/** Without what is empty, in as few pieces as there can be, with single spaces, none at the ends. */
function tidied(pieces: readonly Piece[]): Piece[] {
  const joined: Piece[] = []
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

/** Once, as browsers do: `&amp;lt;` is `&lt;`. */
const decoded = (text: string) =>
  text.replaceAll(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,6}));/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) return entities[String(name).toLowerCase()] ?? whole
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal)
    const isText = code === 9 || code === 10 || (code >= 32 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff))
    return isText ? String.fromCodePoint(code) : ''
  })
