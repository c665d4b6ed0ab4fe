/** Returns a line of RFC 4180. Objects are JSON; an absent value is empty. */
export const csvLine = (values: readonly unknown[]): string => `${values.map(cell).join(',')}\r\n`

function cell(value: unknown): string {
  if (value === null || value === undefined) return ''
  const text =
    typeof value === 'string' ? harmless(value) : typeof value === 'object' ? JSON.stringify(value) : String(value)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Spreadsheets evaluate text that begins like a formula; with a leading apostrophe they show it. */
const harmless = (text: string): string =>
  /^[=+\-@\t\r]/.test(text) && !/^[-+]?[\d.]+$/.test(text) ? `'${text}` : text
