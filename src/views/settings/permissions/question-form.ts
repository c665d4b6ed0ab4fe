import { findByName, findConnections, findResources } from '@/api/find-resources'
import type { FullPermission } from '@/api/settings/permissions'
import type { CommandEnvironment } from '@/commands/context'
import type { Kind, KnownArgs } from '@/commands/command'
import type { AccessQuestion } from '@/lib/access/explanation'
import { actionVerb, objectName, rightObjects } from '@/lib/access/right-words'
import { describeResources, describeSubject } from '@/lib/settings/permission-words'
import { parseActions } from '@/shared/access/policy'
import { accessActions, subjectRoles } from '@/shared/access/right-lists'
import { capital } from '@/shared/format'
import type { Choice, FindChoices } from '@/shared/forms/choice'
import type { FieldDescription, FormDescription, FormValues } from '@/shared/forms/form-description'

const YOU = 'you'
const OBJECT = 'object'

const findNamed =
  (table: 'people' | 'teams' | 'canaries' | 'playbooks'): FindChoices<Choice> =>
  async (text, signal) =>
    (await findByName(table, text, signal)).map(({ id, name }) => ({ value: id, label: name || id }))

const findSelected =
  (of: 'checks' | 'components' | 'configs'): FindChoices<Choice> =>
  async (text, signal) =>
    (await findResources(of, [], text, signal)).map(({ id, name, type }) => ({
      value: id,
      label: name || id,
      ...(type && { hint: type }),
    }))

const findConnection: FindChoices<Choice> = async (text, signal) =>
  (await findConnections(text, signal)).map(({ id, name, type }) => ({
    value: id,
    label: name,
    ...(type && { hint: type }),
  }))

/** The resources that a question can name, with the fields that search them. */
const resourceFields = [
  { kind: 'playbook', label: 'Playbook', find: findNamed('playbooks') },
  { kind: 'config', label: 'Config item', find: findSelected('configs') },
  { kind: 'component', label: 'Component', find: findSelected('components') },
  { kind: 'check', label: 'Check', find: findSelected('checks') },
  { kind: 'canary', label: 'Canary', find: findNamed('canaries') },
  { kind: 'connection', label: 'Connection', find: findConnection },
] as const satisfies readonly { kind: Kind; label: string; find: FindChoices<Choice> }[]
type ResourceKind = (typeof resourceFields)[number]['kind']

/** The resources that a playbook runs for. */
const runFields = resourceFields.filter(({ kind }) => ['config', 'component', 'check'].includes(kind))
const RUNS_FOR = 'runsFor'

const search = (
  name: string,
  { label, find }: { label: string; find: FindChoices<Choice> },
  when: FieldDescription['when']
): FieldDescription => ({
  type: 'search',
  name,
  label,
  find,
  placeholder: 'Search by name',
  ...(when && { when }),
})

/** A backend that only reviews has no resources other than these. Its contract was measured for them. */
const reviewedFields = resourceFields.filter(({ kind }) => kind === 'playbook')

/**
 * The fields of a question.
 * @param hasSubject whether the user may ask about others
 * @param isReview the backend answers without the rule that decides
 */
export function describeFields({ hasSubject, isReview }: { hasSubject: boolean; isReview: boolean }): FormDescription {
  const resources = isReview ? reviewedFields : resourceFields
  return [
    ...(hasSubject ? subjectFields : []),
    {
      type: 'select',
      name: 'action',
      label: 'Action',
      isAlwaysChosen: true,
      initial: 'read',
      options: accessActions.map((value) => ({ value, label: value })),
      help: ({ action }) =>
        String(action).startsWith('playbook:') ? `To ${actionVerb(String(action))} a playbook` : undefined,
    },
    {
      type: 'select',
      name: 'about',
      label: 'Resource',
      isAlwaysChosen: true,
      initial: OBJECT,
      options: [
        { value: OBJECT, label: 'All resources of an object' },
        ...resources.map(({ kind, label }) => ({ value: kind, label: `One ${label.toLowerCase()}` })),
      ],
    },
    {
      type: 'select',
      name: 'object',
      label: 'Object',
      isAlwaysChosen: true,
      initial: 'catalog',
      when: { field: 'about', is: [OBJECT] },
      options: rightObjects.map((value) => ({ value, label: value, hint: objectName(value) })),
    },
    ...resources.map((one) => search(one.kind, one, { field: 'about', is: [one.kind] })),
    ...(isReview ? [] : [runGroup]),
  ]
}

const runGroup: FormDescription[number] = {
  type: 'group',
  key: 'run',
  when: { field: 'about', is: ['playbook'] },
  fields: [
    {
      type: 'select',
      name: RUNS_FOR,
      label: 'Run for',
      noneLabel: 'No resource',
      options: runFields.map(({ kind, label }) => ({ value: kind, label: `A ${label.toLowerCase()}` })),
    },
    ...runFields.map((one) => search(`run_${one.kind}`, one, { field: RUNS_FOR, is: [one.kind] })),
  ],
}

const subjectFields: FormDescription = [
  {
    type: 'select',
    name: 'who',
    label: 'Subject',
    isAlwaysChosen: true,
    initial: YOU,
    options: [
      { value: YOU, label: 'You' },
      { value: 'person', label: 'A person' },
      { value: 'team', label: 'A team' },
      { value: 'role', label: 'A role' },
    ],
  },
  search('person', { label: 'Person', find: findNamed('people') }, { field: 'who', is: ['person'] }),
  search('team', { label: 'Team', find: findNamed('teams') }, { field: 'who', is: ['team'] }),
  {
    type: 'select',
    name: 'role',
    label: 'Role',
    isAlwaysChosen: true,
    initial: 'viewer',
    when: { field: 'who', is: ['role'] },
    options: subjectRoles.map((value) => ({ value, label: capital(value) })),
  },
]

/** The values of the arguments of the call. They replace those of the permission that the question is about. */
export function initialValues(
  known: KnownArgs,
  { nameOf }: CommandEnvironment,
  { hasSubject, given: fromPermission = {} }: { hasSubject: boolean; given?: FormValues }
): FormValues {
  const choice = (kind: Kind, id: string): Choice => ({ value: id, label: nameOf(kind, id) ?? id.slice(0, 8) })
  const given = resourceFields.flatMap(({ kind }) => {
    const id = known[kind]
    return typeof id === 'string' ? [{ kind, id }] : []
  })
  const main = given.find(({ kind }) => kind === 'playbook') ?? given[0]
  const target =
    main?.kind === 'playbook' ? given.find(({ kind }) => runFields.some((one) => one.kind === kind)) : undefined
  const { subject, action, object } = known
  return {
    ...fromPermission,
    ...(hasSubject && typeof subject === 'string' && subjectValues(subject, nameOf)),
    ...(isOneOf(rightObjects, object) && { about: OBJECT, object }),
    ...(main && { about: main.kind, [main.kind]: choice(main.kind, main.id) }),
    ...(target && { [RUNS_FOR]: target.kind, [`run_${target.kind}`]: choice(target.kind, target.id) }),
    action: isOneOf(accessActions, action)
      ? action
      : (fromPermission['action'] ?? (main?.kind === 'playbook' ? 'playbook:run' : 'read')),
  }
}

/** The kinds of resources that a permission names, with the column of the id and the resolved row. */
const namedResources = [
  { kind: 'playbook', column: 'playbook_id', member: 'playbook_object' },
  { kind: 'config', column: 'config_id', member: 'config_object' },
  { kind: 'component', column: 'component_id', member: 'component_object' },
  { kind: 'canary', column: 'canary_id', member: 'canary_object' },
  { kind: 'connection', column: 'connection_id', member: 'connection_object' },
] as const satisfies readonly { kind: ResourceKind; column: keyof FullPermission; member: keyof FullPermission }[]

/**
 * The question that a permission answers: its subject, its first action and its resource.
 * @returns also what the question cannot express, as sentences
 */
export function questionOfPermission(
  row: FullPermission,
  { hasSubject, isReview }: { hasSubject: boolean; isReview: boolean }
): { values: FormValues; missing: string[] } {
  const subject = hasSubject ? subjectOfPermission(row) : {}
  const resource = resourceOfPermission(row, isReview)
  const actions = parseActions(row.action).filter((action) => isOneOf(accessActions, action))
  const usual = resource?.['about'] === 'playbook' ? 'playbook:run' : 'read'
  const action = actions.find((one) => one === usual) ?? actions[0]
  return {
    values: {
      // Without a choice of the user there is no answer, rather than one to another question.
      ...(subject ?? { who: 'person' }),
      ...(resource ?? { about: isReview ? 'playbook' : kindOfPermission(row) }),
      ...(action !== undefined && { action }),
    },
    missing: [
      ...(subject
        ? []
        : [`The subject of the permission is ${describeSubject(row)}. Choose a person, a team or a role.`]),
      ...(resource ? [] : [`The permission is for ${describeResources(row)}. Choose one of these resources.`]),
    ],
  }
}

/** The kinds of the lists in a selector. */
const selectedKinds: Readonly<Record<string, ResourceKind>> = {
  playbooks: 'playbook',
  configs: 'config',
  components: 'component',
  checks: 'check',
  canaries: 'canary',
  connections: 'connection',
}

/** The kind of the resources of a permission for several. */
const kindOfPermission = (row: FullPermission): ResourceKind =>
  namedResources.find(({ column }) => row[column])?.kind ??
  Object.entries(selectedKinds).find(
    ([list]) => row.object_selector && Object.hasOwn(row.object_selector, list)
  )?.[1] ??
  'config'

function subjectOfPermission(row: FullPermission): FormValues | undefined {
  const { subject, subject_type: type } = row
  for (const one of ['person', 'team'] as const) {
    const id = row[`${one}_id`] ?? (type === one ? subject : undefined)
    if (id) return { who: one, [one]: { value: id, label: row[one]?.name || id.slice(0, 8) } }
  }
  const isRole = (type === 'group' || type === 'role') && !row.group?.id && isOneOf(subjectRoles, subject)
  return isRole ? { who: 'role', role: subject } : undefined
}

/** Undefined for selectors, agents and tags, which stand for several resources, and for objects that are not checked. */
function resourceOfPermission(row: FullPermission, isReview: boolean): FormValues | undefined {
  const isLimited = [row.object_selector, row.agents, row.tags].some((one) => one && Object.keys(one).length > 0)
  if (isLimited) return undefined
  const named = namedResources.flatMap(({ kind, column, member }) => {
    const id = row[column]
    return id ? [{ kind, choice: { value: id, label: row[member]?.name || id.slice(0, 8) } }] : []
  })
  const [main, target, another] = named
  if (!main) return isOneOf(rightObjects, row.object) ? { about: OBJECT, object: row.object } : undefined
  if (isReview && (main.kind !== 'playbook' || target)) return undefined
  if (!target) return { about: main.kind, [main.kind]: main.choice }
  if (main.kind !== 'playbook' || another || !runFields.some(({ kind }) => kind === target.kind)) return undefined
  return {
    about: main.kind,
    [main.kind]: main.choice,
    [RUNS_FOR]: target.kind,
    [`run_${target.kind}`]: target.choice,
  }
}

/** A link may contain any text. */
const isOneOf = (list: readonly string[], value: unknown): boolean => list.some((one) => one === value)

function subjectValues(subject: string, nameOf: CommandEnvironment['nameOf']): FormValues {
  if (isOneOf(subjectRoles, subject)) return { who: 'role', role: subject }
  const team = nameOf('team', subject)
  if (team !== undefined) return { who: 'team', team: { value: subject, label: team } }
  return { who: 'person', person: { value: subject, label: nameOf('person', subject) ?? subject.slice(0, 8) } }
}

/** The question in the form; undefined while a subject or a resource is missing. */
export function readQuestion(values: FormValues): AccessQuestion | undefined {
  const { who = YOU, role, action, about, object } = values
  const subject = who === YOU ? undefined : who === 'role' ? String(role) : idOf(values[String(who)])
  if (who !== YOU && subject === undefined) return undefined
  const start = { ...(subject !== undefined && { subject }), action: String(action) }
  if (about === OBJECT) return { ...start, object: String(object) }
  const kind = about as ResourceKind
  const id = idOf(values[kind])
  if (id === undefined) return undefined
  const runsFor = kind === 'playbook' && String(action).startsWith('playbook:') ? values[RUNS_FOR] : undefined
  const target = typeof runsFor === 'string' ? idOf(values[`run_${runsFor}`]) : undefined
  return { ...start, resource: { [kind]: id, ...(target !== undefined && { [String(runsFor)]: target }) } }
}

const idOf = (value: unknown): string | undefined =>
  typeof value === 'string'
    ? value || undefined
    : typeof value === 'object' && value !== null && 'value' in value && typeof value.value === 'string'
      ? value.value
      : undefined

const labelOf = (value: unknown): string =>
  typeof value === 'object' && value !== null && 'label' in value && typeof value.label === 'string' ? value.label : ''

/** The subject and the resource of the question in the form, by name. `you`: the name of the user. */
export function nameQuestion(values: FormValues, you: { id: string; name: string }) {
  const { who = YOU, role, action, about, object } = values
  const subject =
    who === 'role'
      ? ({ type: 'role', id: String(role), name: String(role) } as const)
      : who === 'person' || who === 'team'
        ? ({ type: who, id: idOf(values[who]) ?? '', name: labelOf(values[who]) } as const)
        : ({ type: 'person', ...you } as const)
  const kind = String(about)
  const id = about === OBJECT ? undefined : idOf(values[kind])
  return {
    subject,
    action: String(action),
    object: about === OBJECT ? String(object) : 'playbooks',
    resources: id === undefined ? [] : [{ kind, id, name: labelOf(values[kind]) }],
  }
}
