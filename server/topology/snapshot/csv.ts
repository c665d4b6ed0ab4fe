/** A line of RFC 4180. Objects are JSON; what is not there is empty. */
export const csvLine = (values: readonly unknown[]): string => `${values.map(cell).join(',')}\r\n`

function cell(value: unknown): string {
  if (value === null || value === undefined) return ''
  const text =
    typeof value === 'string' ? harmless(value) : typeof value === 'object' ? JSON.stringify(value) : String(value)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Spreadsheets carry out text that begins like a formula; with an apostrophe before it, they show it. */
const harmless = (text: string): string =>
  /^[=+\-@\t\r]/.test(text) && !/^[-+]?[\d.]+$/.test(text) ? `'${text}` : text
