/** Style of a text segment. Terminal colours: 0 to 7 are normal, 8 to 15 bright. */
export type AnsiStyle = {
  colour?: number
  background?: number
  isBold?: true
  isDim?: true
  isItalic?: true
  isUnderlined?: true
}

type StyledText = { text: string; style: AnsiStyle }

/**
 * Escape sequences: styles, other control sequences, operating system commands (titles, links) with a terminator, and
 * two-character sequences.
 */
// oxlint-disable-next-line no-control-regex -- the pattern matches control characters
const escape = /\u001b(?:\[([0-9;:]*)m|\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]{0,2000}(?:\u0007|\u001b\\)|[@-Z\\-_])/g

const ESC = '\u001b'

/** The text without escape sequences. Incomplete sequences stay, so that nothing is hidden. */
export const stripAnsi = (text: string): string => (text.includes(ESC) ? text.replace(escape, '') : text)

/** Segments of the text with the style that a terminal would use. */
export function parseAnsi(text: string): StyledText[] {
  if (!text.includes(ESC)) return text === '' ? [] : [{ text, style: {} }]
  const parts: StyledText[] = []
  let style: AnsiStyle = {}
  let from = 0
  const take = (to: number) => {
    if (to > from) parts.push({ text: text.slice(from, to), style })
  }
  for (const found of text.matchAll(escape)) {
    take(found.index)
    from = found.index + found[0].length
    if (found[1] !== undefined) style = applied(style, found[1])
  }
  take(text.length)
  return parts
}

function applied(before: AnsiStyle, codes: string): AnsiStyle {
  const list = codes.split(/[;:]/).map(Number)
  let style = before
  for (let at = 0; at < list.length; at++) {
    const code = list[at] ?? 0
    if (code === 38 || code === 48) {
      const [colour, used] = extended(list.slice(at + 1))
      at += used
      if (colour !== undefined) style = coloured(style, code === 38 ? 'colour' : 'background', colour)
    } else style = one(style, code)
  }
  return style
}

const coloured = (style: AnsiStyle, what: 'colour' | 'background', colour: number): AnsiStyle => ({
  ...style,
  [what]: colour,
})

function one(style: AnsiStyle, code: number): AnsiStyle {
  if (code === 0) return {}
  if (code === 1) return { ...style, isBold: true }
  if (code === 2) return { ...style, isDim: true }
  if (code === 3) return { ...style, isItalic: true }
  if (code === 4) return { ...style, isUnderlined: true }
  const { colour, background, isBold, isDim, isItalic, isUnderlined, ...rest } = style
  const kept = {
    ...(colour !== undefined && code !== 39 && { colour }),
    ...(background !== undefined && code !== 49 && { background }),
    ...(isBold && code !== 22 && { isBold }),
    ...(isDim && code !== 22 && { isDim }),
    ...(isItalic && code !== 23 && { isItalic }),
    ...(isUnderlined && code !== 24 && { isUnderlined }),
  }
  if (code >= 30 && code <= 37) return { ...rest, ...kept, colour: code - 30 }
  if (code >= 90 && code <= 97) return { ...rest, ...kept, colour: code - 82 }
  if (code >= 40 && code <= 47) return { ...rest, ...kept, background: code - 40 }
  if (code >= 100 && code <= 107) return { ...rest, ...kept, background: code - 92 }
  return { ...rest, ...kept }
}

/** Maps a 256-colour or true-colour code to the nearest of the 16 colours. @returns also the number of codes used */
function extended([kind, ...rest]: readonly number[]): [colour: number | undefined, used: number] {
  if (kind === 5) return [ofPalette(rest[0] ?? 0), 2]
  if (kind === 2) return [nearest(rest[0] ?? 0, rest[1] ?? 0, rest[2] ?? 0), 4]
  return [undefined, 1]
}

const cube = (part: number) => (part === 0 ? 0 : part * 40 + 55)

function ofPalette(index: number): number {
  if (index < 16) return index
  if (index >= 232) return nearest((index - 232) * 10 + 8, (index - 232) * 10 + 8, (index - 232) * 10 + 8)
  const at = index - 16
  return nearest(cube(Math.floor(at / 36)), cube(Math.floor(at / 6) % 6), cube(at % 6))
}

/** Determined by which colour channels are on, and the brightest channel. */
function nearest(red: number, green: number, blue: number): number {
  const most = Math.max(red, green, blue)
  if (most < 48) return 0
  const isOn = (light: number) => light > most * 0.6
  const colour = (isOn(red) ? 1 : 0) + (isOn(green) ? 2 : 0) + (isOn(blue) ? 4 : 0)
  if (colour === 7) return most > 200 ? 15 : most > 120 ? 7 : 8
  return most > 215 ? colour + 8 : colour
}
