import { readFile } from 'node:fs/promises'
import { dirname, basename, join } from 'node:path'
import { shorten } from '@/shared/format'
import { allowedFolder, listFiles } from '../../platform/outside/folders'
import { readGlob } from '../../platform/outside/glob'
import { sendRequest } from '../../platform/outside/http-request'
import type { ReadConnection } from '../../platform/outside/resolve-connection'
import { basicAuthIfGiven, requestHeaders } from '../../platform/outside/request-headers'
import { DocumentError } from '../../platform/documents/parse-documents'
import { readItems, itemKey, type ScrapedItem } from './items'
import { queryRows } from './rows'
import {
  type FileSource,
  type HttpSource,
  type SourceMapping,
  ScraperError,
  type ScraperSpec,
  listSources,
} from './spec'

const MOST_ITEMS = 10_000
const MOST_ENTRIES = 100_000
const LARGEST_FILE_BYTES = 1024 * 1024
/** Limit for all documents of a scraper together. */
const MOST_BYTES = 32 * 1024 * 1024

/** An item, and the index of its source in `listSources`. */
export type SourceItem = ScrapedItem & { source: number }

/**
 * Returns all current items of a scraper's sources.
 * @throws when any of them cannot be read: a partial result would say nothing about the missing items.
 */
export async function scrapeSources(
  spec: ScraperSpec,
  {
    readDocuments,
    ...connections
  }: { open: ReadConnection; namespace: string; readDocuments(text: string): Promise<unknown[]> },
  signal: AbortSignal
): Promise<SourceItem[]> {
  const found = new Map<string, SourceItem>()
  const sources = listSources(spec)
  let bytes = 0
  const keep = (document: unknown, source: SourceMapping, where: string) => {
    for (const item of readItems(document, source, where)) {
      found.set(itemKey(item), { ...item, source: sources.indexOf(source) })
      if (found.size > MOST_ITEMS) throw new ScraperError(`there are more than ${MOST_ITEMS} items`)
    }
  }
  const take = async (text: string, source: FileSource | HttpSource, where: string) => {
    bytes += text.length
    if (bytes > MOST_BYTES) throw new ScraperError(`the documents have more than ${MOST_BYTES} bytes`)
    const documents = await readDocuments(text).catch((error: unknown) => {
      throw error instanceof DocumentError ? new ScraperError(`${where} ${error.message}`) : error
    })
    signal.throwIfAborted()
    // An empty file or response is a failed read, and not an empty list.
    if (documents.length === 0) throw new ScraperError(`${where} has no document`)
    for (const document of documents) keep(document, source, where)
  }
  for (const source of spec.file)
    for (const path of source.paths)
      for await (const { text, where } of textsAt(path, signal)) await take(text, source, where)
  for (const source of spec.http) {
    const { body, type } = await requestDocument(source, signal)
    const { host } = new URL(source.url)
    await take(body, source, `the response of ${host}${type === '' ? '' : ` (${type})`}`)
  }
  for (const source of spec.sql) {
    const limits = { mostRows: MOST_ITEMS, mostBytes: MOST_BYTES }
    const rows = await queryRows(source, connections, limits, signal)
    rows.forEach((row, at) => keep(row, source, `row ${at + 1}`))
  }
  return [...found.values()]
}

async function* textsAt(path: string, signal: AbortSignal) {
  // A path without wildcards becomes a pattern for one name, so that the rules for folders apply to it as well.
  const glob = readGlob(path)
  const folder = glob?.folder ?? dirname(path)
  const isRequested = (name: string) => (glob ? glob.pattern.isAll(name) : name === basename(path))
  let count = 0
  for await (const file of listFiles(folder, { depth: glob?.depth ?? 1, mostEntries: MOST_ENTRIES, signal })) {
    if (!isRequested(file.path)) continue
    count++
    if (file.sizeBytes > LARGEST_FILE_BYTES)
      throw new ScraperError(`${file.path} has more than ${LARGEST_FILE_BYTES} bytes`)
    // Checked again: the file may have become a link since it was found.
    const real = await allowedFolder(join(folder, file.path))
    yield { text: await readFile(real, { encoding: 'utf8', signal }), where: file.path }
  }
  if (count === 0 && !glob) throw new ScraperError(`${path} does not exist`)
}

async function requestDocument({ url, method, headers, body, username, password }: HttpSource, signal: AbortSignal) {
  const answer = await sendRequest(
    {
      method,
      url: new URL(url),
      headers: requestHeaders(
        body,
        { Accept: 'application/json, application/yaml, */*' },
        basicAuthIfGiven(username, password),
        Object.fromEntries(headers.map(({ name, value }) => [name, value]))
      ),
      body,
      tls: { rejectUnauthorized: true },
    },
    signal
  )
  if (answer.status < 200 || answer.status > 299) throw new ScraperError(`response code ${answer.status}, expected 2xx`)
  // Part of a document says nothing about missing items.
  if (answer.status === 206) throw new ScraperError('response code 206, a part of the document')
  if (answer.isTooLong) throw new ScraperError('the response is too long to be read completely')
  if (answer.unread !== undefined) throw new ScraperError(`the response cannot be read: ${answer.unread}`)
  const [type = ''] = (answer.headers['content-type'] ?? '').split(';')
  return { body: answer.body, type: shorten(type.trim(), 60) }
}
