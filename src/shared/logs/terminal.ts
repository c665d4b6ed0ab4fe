/** Maximum number of characters of a line, because each becomes a cell. The beginning of a longer line is dropped. */
const LONGEST = 200_000

// oxlint-disable-next-line no-control-regex -- the pattern matches control characters
const token = /\u001b\[([0-9;]*)([mKG])|\r|[^]/gu

type Cell = { style: string; text: string }

/**
 * The text that a terminal shows at the end: a carriage return moves to the beginning of the line, and what follows
 * overwrites it. Colours stay with their characters.
 */
export function applyCarriageReturns(text: string): string {
  if (!text.includes('\r')) return text
  return text
    .split('\n')
    .map((line) => (line.includes('\r') ? overwrite(line) : line))
    .join('\n')
}

function overwrite(line: string): string {
  // One at the end only belongs to the line break.
  const end = line.replace(/\r+$/, '')
  const whole = end.length <= LONGEST ? end : end.slice(end.indexOf('\r', end.length - LONGEST) + 1)
  if (!whole.includes('\r')) return whole
  const cells: Cell[] = []
  let column = 0
  let style = ''
  for (const [found, code = '', command] of whole.matchAll(token)) {
    if (found === '\r') column = 0
    else if (command === 'm') style = /^0*$/.test(code) ? '' : style + found
    else if (command === 'K') {
      if (code === '1') for (const cell of cells.slice(0, column + 1)) cell.text = ' '
      else cells.length = code === '2' ? 0 : Math.min(cells.length, column)
    } else if (command === 'G') column = Math.min(LONGEST, Math.max(0, Number(code || 1) - 1))
    else {
      while (cells.length < column) cells.push({ style: '', text: ' ' })
      cells[column] = { style, text: found }
      column++
    }
  }
  let current = ''
  const shown = cells.map((cell) => {
    if (cell.style === current) return cell.text
    const reset = current === '' ? '' : '\u001b[0m'
    current = cell.style
    return reset + cell.style + cell.text
  })
  return shown.join('') + (current === '' ? '' : '\u001b[0m')
}
