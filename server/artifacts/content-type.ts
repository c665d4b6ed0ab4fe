const types: Readonly<Record<string, string>> = {
  csv: 'text/csv',
  gif: 'image/gif',
  gz: 'application/gzip',
  html: 'text/html',
  jpeg: 'image/jpeg',
  jpg: 'image/jpeg',
  json: 'application/json',
  log: 'text/plain',
  md: 'text/markdown',
  pdf: 'application/pdf',
  png: 'image/png',
  svg: 'image/svg+xml',
  tar: 'application/x-tar',
  txt: 'text/plain',
  webp: 'image/webp',
  xml: 'application/xml',
  yaml: 'application/yaml',
  yml: 'application/yaml',
  zip: 'application/zip',
}

const UNKNOWN = 'application/octet-stream'

/** By the ending of its name, since nothing else says what a file is. */
export const contentTypeOf = (filename: string): string =>
  types[/\.([a-z]+)$/i.exec(filename)?.[1]?.toLowerCase() ?? ''] ?? UNKNOWN

/** What a browser may be told that a file is: nothing that it would run. Other types are bytes to it. */
const harmless = new Set([
  'text/csv',
  'text/plain',
  'text/markdown',
  'application/json',
  'application/yaml',
  'application/gzip',
  'application/zip',
  'application/x-tar',
  'image/gif',
  'image/jpeg',
  'image/png',
  'image/webp',
])

/** The type that a file is sent with. @param stored as its row has it, which may be empty, or `markdown`. */
export function sentTypeOf(stored: string | null): string {
  const [type = ''] = (stored ?? '').toLowerCase().split(';')
  const known = type.trim() === 'markdown' ? 'text/markdown' : type.trim()
  if (!harmless.has(known)) return UNKNOWN
  return known.startsWith('text/') || known.endsWith('json') || known.endsWith('yaml')
    ? `${known}; charset=utf-8`
    : known
}
