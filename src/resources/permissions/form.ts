import type { FullPermission } from '@/api/settings/permissions'
import type { RowValues } from '@/api/settings/settings-table'
import { loadModule } from '@/lib/load-module'
import { isFromConsole } from '@/lib/settings/origin'
import { describeResources, describeSubject, permissionObjects } from '@/lib/settings/permission-words'
import { isRecord } from '@/shared/document/value'
import type { Choice, FindChoices } from '@/shared/forms/choice'
import type { FieldDescription, FormDescription, FormValues } from '@/shared/forms/form-description'
import type { SearchedKind } from './find'

/** The searches are loaded with the first one, because the list does not need them. */
const loadFind = () => import('./find')

const find =
  (kind: SearchedKind): FindChoices<Choice> =>
  async (text, signal) =>
    (await loadModule(loadFind)).default[kind](text, signal)

/** The kinds of resources that the form offers, with the column of the id and the member of the resolved row. */
const resourceKinds = [
  {
    kind: 'config',
    label: 'Catalog',
    field: 'Catalog item',
    column: 'config_id',
    member: 'config_object',
    find: find('configs'),
  },
  {
    kind: 'component',
    label: 'Component',
    field: 'Component',
    column: 'component_id',
    member: 'component_object',
    find: find('components'),
  },
  {
    kind: 'connection',
    label: 'Connection',
    field: 'Connection',
    column: 'connection_id',
    member: 'connection_object',
    find: find('connections'),
  },
  {
    kind: 'playbook',
    label: 'Playbook',
    field: 'Playbook',
    column: 'playbook_id',
    member: 'playbook_object',
    find: find('playbooks'),
  },
] as const

/** The kinds of subjects that the form offers, which are also their types in the row. */
const subjectKinds = [
  { kind: 'team', label: 'Team', column: 'team_id', find: find('teams') },
  { kind: 'person', label: 'Person', column: 'person_id', find: find('people') },
  { kind: 'notification', label: 'Notification', column: 'notification_id', find: find('notifications') },
] as const

const GLOBAL = 'global'
/** The form cannot express the stored resource or subject. It is shown in words, and its columns stay unchanged. */
const KEPT = 'kept'

/** Specification, "Permissions". */
const permissionActions = [
  'read',
  'update',
  'create',
  'delete',
  '*',
  'create,read,update,delete',
  'playbook:run',
  'playbook:approve',
]

const toChoice = (value: string): Choice => ({ value, label: value, ...(value === '*' && { hint: 'everything' }) })

/** Values that empty the fields of all kinds, so that nothing of a previous kind remains. */
const emptied = (names: readonly string[]): FormValues => Object.fromEntries(names.map((name) => [name, null]))

const resourceFields: readonly FieldDescription[] = [
  ...resourceKinds.map(({ kind, field, find: findChoices }): FieldDescription => ({
    type: 'search',
    name: kind,
    label: field,
    isRequired: true,
    placeholder: 'Search by name',
    when: { field: 'resource', is: [kind] },
    find: findChoices,
    sends: 'choice',
  })),
  {
    type: 'select',
    name: 'object',
    label: 'Area',
    options: permissionObjects.map(toChoice),
    isRequired: true,
    when: { field: 'resource', is: [GLOBAL] },
  },
]

const subjectFields = subjectKinds.map(({ kind, label, find: findChoices }): FieldDescription => ({
  type: 'search',
  name: kind,
  label,
  isRequired: true,
  placeholder: 'Search by name',
  when: { field: 'subject', is: [kind] },
  find: findChoices,
  sends: 'choice',
}))

type SelectField = Extract<FieldDescription, { type: 'select' }>

const resourceSelect: SelectField = {
  type: 'select',
  name: 'resource',
  label: 'Resource',
  options: [...resourceKinds.map(({ kind, label }) => ({ value: kind, label })), { value: GLOBAL, label: 'Global' }],
  initial: 'config',
  isAlwaysChosen: true,
  sets: () => ({ ...emptied(resourceKinds.map(({ kind }) => kind)), object: '' }),
}

const subjectSelect: SelectField = {
  type: 'select',
  name: 'subject',
  label: 'Subject',
  options: subjectKinds.map(({ kind, label }) => ({ value: kind, label })),
  initial: 'team',
  isAlwaysChosen: true,
  sets: () => emptied(subjectKinds.map(({ kind }) => kind)),
}

const limitFields: FormDescription = [
  {
    type: 'list',
    name: 'agents',
    label: 'Agents',
    itemLabel: 'Agent',
    most: 100,
    fields: [
      {
        type: 'search',
        name: 'agent',
        label: 'Agent',
        isRequired: true,
        placeholder: 'Search by name',
        find: find('agents'),
        sends: 'choice',
      },
    ],
  },
  { type: 'labels', name: 'tags', label: 'Tags' },
]

export const permissionFields: FormDescription = [
  resourceSelect,
  ...resourceFields,
  subjectSelect,
  ...subjectFields,
  { type: 'select', name: 'action', label: 'Action', options: permissionActions.map(toChoice), isRequired: true },
  {
    type: 'switch',
    name: 'deny',
    label: 'Deny',
    help: 'Forbids the action, whatever roles and other permissions allow.',
  },
  { type: 'textarea', name: 'description', label: 'Description', maxLength: 2000 },
  { type: 'moment', name: 'until', label: 'Until', help: 'The permission ends then. Empty: no end.' },
  {
    type: 'section',
    key: 'limits',
    label: 'Agents and tags',
    help: 'Limits the permission to resources of one of these agents, with all of these tags.',
    isCollapsed: true,
    fields: limitFields,
  },
]

const isFilled = (value: unknown) =>
  Array.isArray(value) ? value.length > 0 : isRecord(value) && Object.keys(value).length > 0

const namedColumns = ['config_id', 'component_id', 'canary_id', 'playbook_id', 'connection_id'] as const

type ResourceKind = (typeof resourceKinds)[number]

/** The kind of the resource of a row in the form. A row can name its resources in several columns at once. */
function resourceKindOf(row: FullPermission): ResourceKind | typeof GLOBAL | typeof KEPT {
  const parts = [...namedColumns.map((column) => row[column]), row.object, isFilled(row.object_selector)]
  if (parts.filter(Boolean).length !== 1) return KEPT
  return row.object ? GLOBAL : (resourceKinds.find(({ column }) => row[column]) ?? KEPT)
}

/** The subject of a row in the form; undefined for those that the form does not offer. */
function subjectOf(row: FullPermission) {
  const found =
    subjectKinds.find(({ column }) => row[column]) ?? subjectKinds.find(({ kind }) => kind === row.subject_type)
  const id = found && (row[found.column] ?? row.subject)
  return found && id ? { kind: found.kind, id, name: row[found.kind]?.name || id } : undefined
}

/** Adds a stored value to the options, if they do not have it. */
const withOption = (field: SelectField, option: Choice | undefined, isLocked: boolean): SelectField =>
  option === undefined || field.options.some(({ value }) => value === option.value)
    ? field
    : {
        ...field,
        options: [...field.options, option],
        ...(option.value === KEPT &&
          !isLocked && {
            help: (values: FormValues) =>
              values[field.name] === KEPT ? 'Cannot be edited here. Another choice replaces it.' : undefined,
          }),
      }

/** The fields of an existing row. Stored values that the form does not offer are further options. */
export function fieldsOfPermission(fields: FormDescription, row: FullPermission): FormDescription {
  const resource = resourceKindOf(row)
  const further: Readonly<Record<string, Choice | undefined>> = {
    resource:
      resource === KEPT ? { value: KEPT, label: describeResources({ ...row, agents: null, tags: null }) } : undefined,
    object: row.object ? toChoice(row.object) : undefined,
    subject: subjectOf(row) ? undefined : { value: KEPT, label: describeSubject(row) },
    action: toChoice(row.action),
  }
  return fields.map((field) => {
    if (field.type === 'section') return { ...field, isCollapsed: !isFilled(row.agents) && !isFilled(row.tags) }
    return field.type === 'select' ? withOption(field, further[field.name], !isFromConsole(row.source)) : field
  })
}

export function toPermissionValues(row: FullPermission): RowValues {
  const resource = resourceKindOf(row)
  const subject = subjectOf(row)
  const named = typeof resource === 'object' ? resource : undefined
  const id = named && row[named.column]
  return {
    resource: typeof resource === 'object' ? resource.kind : resource,
    ...(named && { [named.kind]: { value: id, label: row[named.member]?.name || id } }),
    object: resource === GLOBAL ? row.object : '',
    subject: subject?.kind ?? KEPT,
    ...(subject && { [subject.kind]: { value: subject.id, label: subject.name } }),
    action: row.action,
    deny: row.deny ?? false,
    description: row.description ?? '',
    until: row.until ?? '',
    agents: (row.agents ?? []).map((value) => ({ agent: { value, label: row.agentNames?.[value] ?? value } })),
    tags: row.tags ?? {},
  }
}

const textOf = (value: unknown) => (typeof value === 'string' ? value.trim() : '')
const idOf = (choice: unknown): string | null => (isRecord(choice) && textOf(choice['value'])) || null

/** The columns of the resource. Those of the other kinds are emptied. */
const resourceRow = (values: RowValues): RowValues =>
  values['resource'] === KEPT
    ? {}
    : {
        ...Object.fromEntries(
          resourceKinds.map(({ kind, column }) => [column, values['resource'] === kind ? idOf(values[kind]) : null])
        ),
        canary_id: null,
        object: (values['resource'] === GLOBAL && textOf(values['object'])) || null,
        object_selector: null,
      }

/** The columns of the subject. Its id is stored twice, because backends differ in the column that they evaluate. */
function subjectRow(values: RowValues): RowValues {
  const chosen = subjectKinds.find(({ kind }) => kind === values['subject'])
  if (!chosen) return {}
  const id = idOf(values[chosen.kind])
  return {
    ...Object.fromEntries(subjectKinds.map(({ kind, column }) => [column, kind === chosen.kind ? id : null])),
    subject_type: chosen.kind,
    subject: id,
  }
}

/** The columns of a permission. A resource or subject that the form does not offer is left unchanged. */
export function toPermissionRow(values: RowValues): RowValues {
  const agents = Array.isArray(values['agents']) ? (values['agents'] as readonly unknown[]) : []
  const agentIds = agents.flatMap((one) => (isRecord(one) ? (idOf(one['agent']) ?? []) : []))
  return {
    ...resourceRow(values),
    ...subjectRow(values),
    action: textOf(values['action']),
    deny: values['deny'] === true,
    description: textOf(values['description']) || null,
    until: textOf(values['until']) || null,
    agents: agentIds.length > 0 ? agentIds : null,
    tags: isFilled(values['tags']) ? values['tags'] : null,
  }
}

const changedColumns = [
  ...namedColumns,
  ...subjectKinds.map(({ column }) => column),
  'object',
  'object_selector',
  'subject_type',
  'subject',
  'action',
  'deny',
  'description',
  'until',
  'agents',
  'tags',
] as const

/** The columns that the form can change, as they are stored. */
export const storedPermission = (row: FullPermission): RowValues => ({
  ...Object.fromEntries(changedColumns.map((column) => [column, row[column] ?? null])),
  deny: row.deny ?? false,
})
