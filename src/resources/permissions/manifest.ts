import { type FullPermission, type Permission, permissions } from '@/api/settings/permissions'
import type { RowValues } from '@/api/settings/settings-table'
import { isRecord } from '@/shared/document/value'
import { formatNames } from '@/shared/format'
import {
  compact,
  findReference,
  keepNamespace,
  readList,
  readObject,
  readText,
  readTextMap,
  readTexts,
  requireMembers,
  writeReference,
} from '../manifest-parts'
import { defineManifestForm, defineRowsQuery } from '../resource'

/** The subjects that are rows, with the column that repeats their id, if there is one. */
const subjectColumns = {
  person: 'person_id',
  team: 'team_id',
  notification: 'notification_id',
  playbook: undefined,
  canary: undefined,
  scraper: undefined,
  topology: undefined,
} as const
type RowSubject = keyof typeof subjectColumns

const isRowSubject = (kind: string): kind is RowSubject => Object.hasOwn(subjectColumns, kind)

/** Members of `object`, with the column of the id of one resource, and the area of all. */
const objectKinds = {
  configs: { column: 'config_id', area: 'catalog' },
  components: { column: 'component_id', area: 'topology' },
  playbooks: { column: 'playbook_id', area: 'playbooks' },
  connections: { column: 'connection_id', area: undefined },
  canaries: { column: 'canary_id', area: undefined },
} as const
type ObjectKind = keyof typeof objectKinds
const objectEntries = Object.entries(objectKinds) as [ObjectKind, (typeof objectKinds)[ObjectKind]][]

async function readSubject(value: unknown): Promise<RowValues> {
  const subject = readObject(value, 'spec.subject')
  requireMembers(subject, ['group', ...Object.keys(subjectColumns)], 'spec.subject')
  const given = Object.keys(subject).filter((kind) => readText(subject[kind], `spec.subject.${kind}`) !== undefined)
  const [kind, ...others] = given
  if (kind === undefined) throw new Error('spec.subject names nobody.')
  if (others.length > 0) throw new Error(`spec.subject names several subjects: ${formatNames(given)}. Keep one.`)
  const text = String(subject[kind])
  const ids = { person_id: null, team_id: null, notification_id: null }
  if (!isRowSubject(kind)) return { ...ids, subject_type: 'group', subject: text }
  const { id } = await findReference(kind, text)
  const column = subjectColumns[kind]
  return { ...ids, subject_type: kind, subject: id, ...(column && { [column]: id }) }
}

/** A selector of everything, as Mission Control reads it. */
const isWildcard = (selector: unknown) =>
  isRecord(selector) && Object.keys(selector).length === 1 && selector['name'] === '*'

/** An area, the id of one resource, or selectors. */
function readObjectOfPermission(value: unknown): RowValues {
  const { global, ...lists } = readObject(value, 'spec.object')
  const given = Object.entries(lists).filter(([kind, list]) => readList(list, `spec.object.${kind}`).length > 0)
  const columns = {
    ...Object.fromEntries(objectEntries.map(([, { column }]) => [column, null])),
    object: null,
    object_selector: null,
  }
  const named = readText(global, 'spec.object.global')
  if (named !== undefined && given.length > 0) throw new Error('spec.object.global cannot be combined with selectors.')
  if (named !== undefined) return { ...columns, object: named }
  const [only, ...others] = given
  if (only && others.length === 0 && Object.hasOwn(objectKinds, only[0])) {
    const { column, area } = objectKinds[only[0] as ObjectKind]
    const [selector, another] = only[1] as readonly unknown[]
    if (another === undefined && area !== undefined && isWildcard(selector)) return { ...columns, object: area }
    if (another === undefined && isRecord(selector) && Object.keys(selector).join() === 'id')
      return { ...columns, [column]: readText(selector['id'], `spec.object.${only[0]}[0].id`) }
  }
  return { ...columns, object_selector: only ? Object.fromEntries(given) : null }
}

/** The object of a row. @throws {Error} for single resources of several kinds */
function writeObject(row: FullPermission): RowValues {
  const { object, object_selector: selector } = row
  const ids = objectEntries.flatMap(([kind, { column }]) =>
    row[column] ? [[kind, [{ id: row[column] }]] as const] : []
  )
  if (ids.length > 1) throw new Error('A manifest cannot name several kinds of single resources.')
  const all = object ? objectEntries.find((entry) => entry[1].area === object)?.[0] : undefined
  const area = all === undefined ? object && { global: object } : { [all]: [{ name: '*' }] }
  return { ...area, ...Object.fromEntries(ids), ...selector }
}

async function writeSubject(row: FullPermission): Promise<RowValues> {
  const { subject_type: type, subject } = row
  if (type === 'group') return { group: subject }
  if (!isRowSubject(type)) throw new Error(`A manifest cannot name a ${type} as the subject.`)
  const column = subjectColumns[type]
  return { [type]: await writeReference(type, subject ?? (column && row[column]) ?? '') }
}

/** The members of `object` that the embedded backend evaluates. */
const evaluated = new Set(['global', 'configs', 'components', 'checks', 'playbooks', 'connections'])

/** Manifests of the kind `Permission`. */
export default defineManifestForm<Permission, FullPermission>({
  // The search covers names, which only manifests give.
  find: ({ name }) =>
    defineRowsQuery({
      queryKey: [...permissions.all, 'named', name],
      queryFn: () => permissions.matching({ search: name, sort: undefined, filters: {} }),
    }),
  async toColumns({ name, namespace, spec }) {
    requireMembers(spec, ['description', 'action', 'actions', 'subject', 'object', 'deny', 'agents', 'tags'], 'spec')
    // Earlier versions had one text.
    const actions = readTexts(spec['actions'] ?? (spec['action'] && [spec['action']]), 'spec.actions')
    if (actions.length === 0) throw new Error('spec.actions is empty. Name at least one action.')
    const agents = readTexts(spec['agents'], 'spec.agents')
    const tags = readTextMap(spec['tags'], 'spec.tags')
    const object = readObjectOfPermission(spec['object'])
    if (agents.length === 0 && Object.keys(tags).length === 0 && Object.values(object).every((one) => one === null))
      throw new Error('The spec has neither an object nor agents or tags.')
    return {
      name,
      namespace: namespace ?? null,
      description: readText(spec['description'], 'spec.description') ?? null,
      action: actions.join(','),
      ...(await readSubject(spec['subject'])),
      ...object,
      deny: spec['deny'] === true,
      agents: agents.length > 0 ? agents : null,
      tags: Object.keys(tags).length > 0 ? tags : null,
    }
  },
  toStored: (row) => {
    const { name, namespace, description, action, subject_type, subject, object, deny, agents, tags } = row
    const ids = Object.fromEntries(
      [...objectEntries.map(([, { column }]) => column), 'person_id', 'team_id', 'notification_id'].map((column) => [
        column,
        (row as RowValues)[column] ?? null,
      ])
    )
    return {
      name,
      namespace,
      description,
      action,
      subject_type,
      subject,
      object,
      ...ids,
      object_selector: row.object_selector ?? null,
      deny: deny ?? false,
      agents: agents && agents.length > 0 ? agents : null,
      tags: tags && Object.keys(tags).length > 0 ? tags : null,
    }
  },
  toChange: keepNamespace,
  notesOf({ spec }) {
    const { object, deny } = spec
    const others = Object.keys(isRecord(object) ? object : {}).filter((kind) => !evaluated.has(kind))
    if (others.length === 0) return []
    const effect = deny === true ? 'denies the actions for everything' : 'grants nothing'
    return [`An embedded backend does not evaluate ${formatNames(others)}: there, the permission ${effect}.`]
  },
  async toSpec(row) {
    if (row.until) throw new Error('A manifest cannot have the end of a permission.')
    const { description, action, deny, agents, tags } = row
    return {
      spec: compact({
        description,
        subject: await writeSubject(row),
        actions: action.split(','),
        object: writeObject(row),
        deny,
        agents,
        tags,
      }),
    }
  },
})
