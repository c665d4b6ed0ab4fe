import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod/mini'
import { readLinesId } from '@/shared/catalog/document-lines'
import { type EvidenceKind, evidenceKinds, type EvidenceRef } from '@/lib/incidents/evidence-kinds'
import { stripAnsi } from '@/shared/logs/ansi'
import { isErrorLevel, logLevels } from '@/lib/logs/level'
import { findDisplayedLines } from '@/lib/logs/displayed-lines'
import { replaceInvisible } from '@/lib/logs/render-line'
import { formattedTextLines } from '@/lib/formatted-text'
import { configItemName } from '@/lib/catalog/config-name'
import { checks, runMessage } from '../health/checks'
import { call } from '../http'
import { inList, isNull, select } from '../postgrest'
import type { EvidenceColumns } from './incident-rows'
import { latestRun } from '../health/recent-runs'
import { readComponents } from '../topology/topology'

/** Maximum number of characters of a quoted line. */
const MOST_QUOTED = 2000

const row = z.object({
  id: z.guid(),
  name: z.string(),
  type: z.string(),
  status: z.catch(z.enum(['healthy', 'unhealthy', 'unknown']), 'unknown'),
  severity: z.nullish(z.string()),
  namespace: z.nullish(z.string()),
  components: z._default(z.array(z.object({ component_id: z.guid() })), []),
  configs: z._default(z.array(z.object({ config_id: z.guid() })), []),
  ...latestRun.fields,
})

/** A resource that becomes evidence, with its state and its relations. */
export type EvidenceSource = Pick<z.infer<typeof row>, 'id' | 'name' | 'type' | 'status' | 'severity' | 'namespace'> & {
  /** Ids of the components. */
  components: readonly string[]
  configs: readonly string[]
  /** The message of the latest run; null without a message. */
  message: ReturnType<typeof runMessage>
  /** The evidence shows lines, which do not depend on the message of their item. */
  isShown?: true
}

const config = z.object({
  id: z.guid(),
  name: z.nullish(z.string()),
  type: z.nullish(z.string()),
  tags: z.nullish(z.record(z.string(), z.string())),
  health: z.optional(z.nullable(z.string())),
  status: z.nullish(z.string()),
  description: z.nullish(z.string()),
})
const change = z.object({
  id: z.guid(),
  config_id: z.guid(),
  change_type: z.nullish(z.string()),
  severity: z.nullish(z.string()),
  summary: z.nullish(z.string()),
  config: z.nullish(config),
})

const insight = z.object({
  id: z.guid(),
  config_id: z.guid(),
  analyzer: z.string(),
  analysis_type: z.nullish(z.string()),
  severity: z.nullish(z.string()),
  status: z.nullish(z.string()),
  summary: z.nullish(z.string()),
  message: z.nullish(z.string()),
  config: z.nullish(
    z.object({ id: z.guid(), name: z.nullish(z.string()), tags: z.nullish(z.record(z.string(), z.string())) })
  ),
})

type EvidenceReader = {
  /** Reads the state of the resources. */
  read(ids: readonly string[], signal: AbortSignal): Promise<EvidenceSource[]>
  /** The columns of evidence that refer to each resource, by its id. */
  columns(ids: readonly string[]): ReadonlyMap<string, EvidenceColumns> | Promise<ReadonlyMap<string, EvidenceColumns>>
}

const columnsOf = (ids: readonly string[], of: (id: string) => EvidenceColumns): ReadonlyMap<string, EvidenceColumns> =>
  new Map(ids.map((id) => [id, of(id)]))

const readers: Record<EvidenceKind, EvidenceReader> = {
  check: { read: ofChecks, columns: (ids) => columnsOf(ids, (id) => ({ check_id: id })) },
  component: { read: ofComponents, columns: (ids) => columnsOf(ids, (id) => ({ component_id: id })) },
  config: { read: ofConfigs, columns: (ids) => columnsOf(ids, (id) => ({ config_id: id })) },
  lines: { read: ofLines, columns: (ids) => columnsOf(ids, (id) => ({ config_id: readLinesId(id)?.configId })) },
  // Changes and insights are shown with their item, which is part of the evidence.
  change: { read: ofChanges, columns: (ids) => readItemColumns('config_changes', 'config_change_id', ids) },
  insight: { read: ofInsights, columns: (ids) => readItemColumns('config_analysis', 'config_analysis_id', ids) },
  logline: {
    read: (ids) => Promise.resolve(ofLogLines(ids)),
    columns: (ids) => columnsOf(ids, (id) => ({ component_id: findDisplayedLines([id])[0]?.componentId })),
  },
}

/** The resources by kind, without the kinds that have none. */
const byKind = (sources: readonly EvidenceRef[]): [EvidenceKind, readonly string[]][] =>
  evidenceKinds.flatMap((kind): [EvidenceKind, readonly string[]][] => {
    const ids = sources.flatMap((one) => (one.kind === kind ? [one.id] : []))
    return ids.length === 0 ? [] : [[kind, ids]]
  })

export const evidenceSources = (sources: readonly EvidenceRef[]) =>
  queryOptions({
    queryKey: [...checks.all, 'evidenceSources', sources],
    queryFn: async ({ signal }): Promise<EvidenceSource[]> =>
      (await Promise.all(byKind(sources).map(([kind, ids]) => readers[kind].read(ids, signal)))).flat(),
    staleTime: 0,
  })

/**
 * The columns of evidence that refer to each source, by its id. The items of all changes take one request, and those of
 * all insights another.
 */
export async function sourceColumns(sources: readonly EvidenceRef[]): Promise<ReadonlyMap<string, EvidenceColumns>> {
  const found = await Promise.all(byKind(sources).map(async ([kind, ids]) => [...(await readers[kind].columns(ids))]))
  return new Map(found.flat())
}

/** The columns of changes or insights, with their items. */
async function readItemColumns(
  table: string,
  column: string,
  ids: readonly string[]
): Promise<ReadonlyMap<string, EvidenceColumns>> {
  const rows = await call({
    path: `/api/db/${table}`,
    query: [inList('id', ids), select('id', 'config_id')],
    schema: z.array(z.object({ id: z.guid(), config_id: z.guid() })),
  })
  const items = new Map(rows.map(({ id, config_id }) => [id, { config_id }]))
  return columnsOf(ids, (id) => ({ [column]: id, ...items.get(id) }))
}

async function ofChecks(ids: readonly string[], signal: AbortSignal): Promise<EvidenceSource[]> {
  const rows = await call({
    path: '/api/db/checks',
    query: [
      inList('id', ids),
      select(
        'id',
        'name',
        'type',
        'status',
        'severity',
        'namespace',
        'components:check_component_relationships(component_id)',
        'configs:check_config_relationships(config_id)',
        latestRun.column
      ),
      isNull('components.deleted_at'),
      isNull('configs.deleted_at'),
      ...latestRun.query,
    ],
    schema: z.array(row),
    signal,
  })
  return rows.map(({ components, configs, check_statuses: [latest], ...check }) => ({
    ...check,
    components: components.map(({ component_id }) => component_id),
    configs: configs.map(({ config_id }) => config_id),
    message: latest ? runMessage(latest) : null,
  }))
}

/**
 * The health including descendants, and its reason. Read from the topology, because the table has only the health of
 * each component itself.
 */
async function ofComponents(ids: readonly string[], signal: AbortSignal): Promise<EvidenceSource[]> {
  const found = await readComponents(ids, signal)
  return found.map((one) => ({
    id: one.id,
    name: one.name,
    type: one.type ?? '',
    status: one.health === 'unhealthy' || one.health === 'healthy' ? one.health : 'unknown',
    severity: null,
    namespace: one.namespace,
    components: [one.id],
    configs: [],
    message: one.health_reason?.text || one.status_reason || one.description || null,
  }))
}

/** A healthy item is not a failure, but may be the origin of one. */
async function ofConfigs(ids: readonly string[], signal: AbortSignal): Promise<EvidenceSource[]> {
  const rows = await call({
    path: '/api/db/configs',
    query: [inList('id', ids), select('id', 'name', 'type', 'tags', 'health', 'status', 'description')],
    schema: z.array(config),
    signal,
  })
  return rows.map((one) => ({
    id: one.id,
    name: configItemName(one),
    type: one.type ?? '',
    status: one.health === 'unhealthy' || one.health === 'healthy' ? one.health : 'unknown',
    severity: null,
    namespace: one.tags?.['namespace'],
    components: [],
    configs: [one.id],
    message: [one.status, one.description].filter(Boolean).join('\n') || null,
  }))
}

/** Log lines belong to the component that wrote them. The worst line represents all of them. */
function ofLogLines(ids: readonly string[]): EvidenceSource[] {
  const found = findDisplayedLines(ids)
  const worst = found.toSorted((a, b) => logLevels.indexOf(a.level) - logLevels.indexOf(b.level))[0]
  if (!worst) return []
  return [
    {
      id: worst.id,
      name: worst.component,
      type: 'log',
      status: isErrorLevel(worst.level) ? 'unhealthy' : 'unknown',
      severity: null,
      namespace: null,
      components: [worst.componentId],
      configs: [],
      message: replaceInvisible(stripAnsi(worst.message.slice(0, MOST_QUOTED))),
    },
  ]
}

const itemOf = (id: string) => readLinesId(id)?.configId ?? ''

/** Document lines belong to the item of their document. */
async function ofLines(ids: readonly string[], signal: AbortSignal): Promise<EvidenceSource[]> {
  const items = await ofConfigs([...new Set(ids.map(itemOf))], signal)
  return ids.flatMap((id) =>
    items.filter((item) => item.id === itemOf(id)).map((item) => ({ ...item, id, isShown: true }))
  )
}

/** A change belongs to its item and has the name of the item. */
async function ofChanges(ids: readonly string[], signal: AbortSignal): Promise<EvidenceSource[]> {
  const rows = await call({
    path: '/api/db/config_changes',
    query: [
      inList('id', ids),
      select('id', 'config_id', 'change_type', 'severity', 'summary', 'config:config_items(id,name,type,tags)'),
    ],
    schema: z.array(change),
    signal,
  })
  return rows.map(({ id, config_id, change_type: type, severity, summary, config: item }) => ({
    id,
    name: item ? configItemName(item) : config_id,
    type: type ?? 'change',
    status: 'unknown',
    severity,
    namespace: item?.tags?.['namespace'],
    components: [],
    configs: [config_id],
    message: [type, summary].filter(Boolean).join(': ') || null,
  }))
}

/** An insight belongs to its item and has the name of the item. An open insight counts as a failure. */
async function ofInsights(ids: readonly string[], signal: AbortSignal): Promise<EvidenceSource[]> {
  const rows = await call({
    path: '/api/db/config_analysis',
    query: [
      inList('id', ids),
      select(...Object.keys(insight.shape).filter((name) => name !== 'config'), 'config:configs(id,name,tags)'),
    ],
    schema: z.array(insight),
    signal,
  })
  return rows.map(({ id, config_id, analyzer, analysis_type, severity, status, summary, message, config: item }) => ({
    id,
    name: item ? configItemName(item) : analyzer,
    type: analysis_type ?? '',
    status: (status ?? 'open') === 'open' ? 'unhealthy' : 'unknown',
    severity,
    namespace: item?.tags?.['namespace'],
    components: [],
    configs: [config_id],
    message: [summary || analyzer, ...formattedTextLines(message ?? '')].join('\n'),
  }))
}
