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

/** Derived from the file extension, which is the only information about the type. */
export const guessContentType = (filename: string): string =>
  types[/\.([a-z]+)$/i.exec(filename)?.[1]?.toLowerCase() ?? ''] ?? UNKNOWN

/** Content types that a browser does not execute. Other types are sent as bytes. */
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

/** The type with which a file is sent. @param stored the type in its row, which may be empty, or `markdown`. */
export function toSafeContentType(stored: string | null): string {
  const [type = ''] = (stored ?? '').toLowerCase().split(';')
  const known = type.trim() === 'markdown' ? 'text/markdown' : type.trim()
  if (!harmless.has(known)) return UNKNOWN
  return known.startsWith('text/') || known.endsWith('json') || known.endsWith('yaml')
    ? `${known}; charset=utf-8`
    : known
}
