/** Returns a line of RFC 4180. Objects are JSON; an absent value is empty. */
export const formatCsvLine = (values: readonly unknown[]): string => `${values.map(formatCell).join(',')}\r\n`

function formatCell(value: unknown): string {
  if (value === null || value === undefined) return ''
  const text =
    typeof value === 'string' ? escapeFormula(value) : typeof value === 'object' ? JSON.stringify(value) : String(value)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Spreadsheets evaluate text that begins like a formula; with a leading apostrophe they show it. */
const escapeFormula = (text: string): string =>
  /^[=+\-@\t\r]/.test(text) && !/^[-+]?[\d.]+$/.test(text) ? `'${text}` : text
