import type { SilenceRow } from '@/api/notifications/silences'
import { parseDatemath } from '@/shared/datemath'
import { compact, readList, readObject, readText, requireMembers } from '../manifest-parts'
import { defineManifestForm } from '../resource'

const members = ['description', 'from', 'until', 'recursive', 'filter', 'selectors']

/** A timestamp or date math, as an ISO time. */
function readTime(value: unknown, at: string): string | undefined {
  const text = value instanceof Date ? value.toISOString() : readText(value, at)
  if (text === undefined) return undefined
  const time = parseDatemath(text, new Date()) ?? new Date(text)
  if (Number.isNaN(time.getTime())) throw new Error(`${at}: “${text}” is not a time.`)
  return time.toISOString()
}

const named = ['check_id', 'config_id', 'component_id', 'canary_id'] as const

/** Manifests of the kind `NotificationSilence`. */
export default defineManifestForm<SilenceRow>({
  toColumns({ name, spec }) {
    requireMembers(spec, members, 'spec')
    const filter = readText(spec['filter'], 'spec.filter')?.trim()
    const selectors = readList(spec['selectors'], 'spec.selectors').map((one, index) =>
      readObject(one, `spec.selectors[${index}]`)
    )
    if (!filter && selectors.length === 0) throw new Error('The spec has neither a filter nor selectors.')
    const from = readTime(spec['from'], 'spec.from')
    const until = readTime(spec['until'], 'spec.until') ?? null
    if (until !== null && until <= (from ?? new Date(0).toISOString()))
      throw new Error('The end must be after the start.')
    return {
      name,
      recursive: spec['recursive'] === true,
      filter: filter || null,
      selectors: selectors.length > 0 ? selectors : null,
      from: from ?? new Date().toISOString(),
      until,
      description: readText(spec['description'], 'spec.description') ?? '',
    }
  },
  toStored: ({ name, recursive, filter, selectors, from, until, description }) => ({
    name,
    recursive: recursive ?? false,
    filter: filter || null,
    selectors: Array.isArray(selectors) && selectors.length > 0 ? selectors : null,
    from: writeTime(from),
    until: writeTime(until),
    description: description ?? '',
  }),
  toChange(columns, row, { spec }) {
    if (named.some((column) => row[column]))
      throw new Error('The existing silence is about one resource, which a manifest cannot express. Change it there.')
    // Without a start, an existing silence keeps its own.
    return spec['from'] === undefined ? { ...columns, from: writeTime(row.from) } : columns
  },
  toSpec(row) {
    if (named.some((column) => row[column]))
      throw new Error('The silence is about one resource. A manifest has a filter or selectors.')
    const { description, from, until, recursive, filter, selectors } = row
    return Promise.resolve({ spec: compact({ description, from, until, recursive, filter, selectors }) })
  },
})

const writeTime = (time: string | null | undefined) => (time ? new Date(time).toISOString() : null)
