import { z } from 'zod'
import type { AffectedPeople, Counted, Named, PermissionEffect, RightsChange } from '@/shared/access/explanation'
import {
  accessObjects,
  type AccessAction,
  type AccessObject,
  type AccessRule,
  allows,
  hasAdminRules,
} from '@/shared/access/policy'
import { accessActions } from '@/shared/access/right-lists'
import type { PersonReader, Queryable } from '../../data/db/db'
import { sql, toJsonText } from '../../data/db/sql'
import { findResources, type Resource } from '../../platform/selection/find-resource'
import type { Caller } from '../../http/route'
import type { AccessDeps } from './explanation'
import { readAllCallers } from './people'
import { answerQuestion } from './question'
import { resolveAllRules } from './reader'
import { decidePlaybookRight, objectOfKind, type PlaybookSubject } from './resource-rules'

const id = z.guid().nullish()

/** A row of `permissions` that is not stored yet. `id` is that of the stored row that it would replace. */
export const unsavedPermission = z.object({
  id,
  subject_type: z.string().max(50).nullish(),
  subject: z.string().max(200).nullish(),
  person_id: id,
  team_id: id,
  notification_id: id,
  action: z.string().max(200),
  object: z.string().max(100).nullish(),
  object_selector: z.record(z.string(), z.json()).nullish(),
  deny: z.boolean().nullish(),
  until: z.iso.datetime({ offset: true }).nullish(),
  config_id: id,
  component_id: id,
  canary_id: id,
  playbook_id: id,
  connection_id: id,
  agents: z.array(z.string().max(200)).max(100).nullish(),
  tags: z.record(z.string(), z.json()).nullish(),
})
export type UnsavedPermission = z.infer<typeof unsavedPermission>

const MOST_PEOPLE = 1000
const MOST_PLAYBOOKS = 100
const MOST_RESOURCES = 100
const MOST_GROUPS = 20
const MOST_NAMED = 10
/** Decisions about single playbooks and resources. */
const MOST_DECISIONS = 20_000

type Change = { before: readonly AccessRule[]; after: readonly AccessRule[] }
type Affected = { caller: Caller } & Change

/**
 * The rights that people would lose or gain by a permission before it is stored. The rules without it and with it are
 * derived and decided by the code that decides requests.
 * @param reader the database as the caller may read it, for the names of resources
 */
export async function readPermissionEffect(
  deps: AccessDeps,
  given: UnsavedPermission,
  { reader, rules, callerId }: { reader: PersonReader; rules: readonly AccessRule[]; callerId: string }
): Promise<PermissionEffect> {
  const row = await mergeWithStored(deps.db, given)
  const people = await readAllCallers(deps.db, MOST_PEOPLE + 1)
  const before = people.slice(0, MOST_PEOPLE)
  const after = (await readAllCallers(deps.db, MOST_PEOPLE + 1, withPermission(row))).slice(0, MOST_PEOPLE)
  const [rulesBefore, rulesAfter] = [await resolveAllRules(deps, before), await resolveAllRules(deps, after)]
  const affected = before.flatMap((caller, at): Affected[] =>
    JSON.stringify(caller.permissions) === JSON.stringify(after[at]?.permissions)
      ? []
      : [{ caller, before: rulesBefore[at] ?? [], after: rulesAfter[at] ?? [] }]
  )
  const isConditional = conditionColumns.some((column) => isSet(row[column]))
  const subjects = isConditional && affected.length > 0 ? await readRunSubjects(reader, row) : noSubjects
  const mayName = allows(rules, 'people', 'read')
  const groups = new Map<string, AffectedPeople>()
  let decisions = 0
  let isPartial = people.length > before.length || subjects.isPartial
  // People with the same rules have the same change.
  const known = new Map<string, { loses: RightsChange; gains: RightsChange }>()
  for (const one of affected) {
    const key = JSON.stringify([one.caller.roles, one.before, one.after])
    let change = known.get(key)
    if (!change) {
      decisions += subjects.pairs.length
      if (decisions > MOST_DECISIONS) {
        isPartial = true
        break
      }
      change = {
        loses: findChange(one.before, one.after, subjects),
        gains: findChange(one.after, one.before, subjects),
      }
      known.set(key, change)
    }
    if (isEmpty(change.loses) && isEmpty(change.gains)) continue
    const group = JSON.stringify(change)
    groups.set(group, addPerson(groups.get(group), one, change, { mayName, callerId }))
  }
  const sorted = [...groups.values()].toSorted((a, b) => b.people.count - a.people.count)
  return {
    isInForce: !row.until || new Date(row.until) > new Date(),
    isConditional,
    holders: affected.length,
    groups: sorted.slice(0, MOST_GROUPS),
    isPartial: isPartial || sorted.length > MOST_GROUPS,
  }
}

/** The row as it would be stored: a change leaves the columns that it does not contain. */
async function mergeWithStored(db: Queryable, row: UnsavedPermission): Promise<UnsavedPermission> {
  if (!row.id) return row
  const [found] = await db.query<{ stored: UnsavedPermission }>(
    sql`select to_json(permissions) as stored from permissions where id = ${row.id}`
  )
  return found ? { ...found.stored, ...row } : row
}

/**
 * SQL that replaces the table of permissions for one statement, so that nothing is written: the row that would be
 * replaced is left out, and the unsaved one is added.
 */
function withPermission(row: UnsavedPermission) {
  const stored = {
    ...row,
    id: row.id ?? '00000000-0000-0000-0000-000000000000',
    name: '',
    source: 'UI',
    subject_type: row.subject_type ?? 'group',
    deny: row.deny ?? false,
    created_at: 'now',
  }
  return sql`with permissions as (
    select * from public.permissions where id is distinct from ${row.id ?? null}::uuid
    union all select * from json_populate_record(null::public.permissions, ${toJsonText(stored)}::json)
  )`
}

/** The columns that limit a permission to individual resources. */
const conditionColumns = [
  'config_id',
  'component_id',
  'canary_id',
  'playbook_id',
  'connection_id',
  'object_selector',
  'agents',
  'tags',
] as const satisfies readonly (keyof UnsavedPermission)[]

const isSet = (value: unknown): boolean =>
  typeof value === 'object' && value !== null ? Object.keys(value).length > 0 : value !== undefined && value !== null

type Target = Resource<keyof typeof objectOfKind>
type Pair = { playbook: PlaybookSubject['playbook']; resource: Target | undefined }
type RunSubjects = { pairs: readonly Pair[]; isPartial: boolean }
const noSubjects: RunSubjects = { pairs: [], isPartial: false }

/** The playbooks, and the resources for which they run, that a permission for individual resources can be about. */
async function readRunSubjects(reader: PersonReader, row: UnsavedPermission): Promise<RunSubjects> {
  const playbooks = await reader.query<Pair['playbook']>(sql`
    select id::text, name, namespace from playbooks
    where deleted_at is null and (${row.playbook_id ?? null}::uuid is null or id = ${row.playbook_id ?? null}::uuid)
    order by name, id limit ${MOST_PLAYBOOKS + 1}`)
  const selected = row.object_selector ?? {}
  const isAboutAny = isSet(row.agents) || isSet(row.tags)
  const config = await readTargets(reader, 'config', row.config_id, isAboutAny || isSet(selected['configs']))
  const component = await readTargets(
    reader,
    'component',
    row.component_id,
    isAboutAny || isSet(selected['components'])
  )
  const check = await readTargets(reader, 'check', undefined, isAboutAny || isSet(selected['checks']), row.canary_id)
  const targets = [...config, ...component, ...check]
  const considered = playbooks.slice(0, MOST_PLAYBOOKS)
  const resources: readonly (Target | undefined)[] = targets.length > 0 ? targets : [undefined]
  return {
    pairs: considered.flatMap((playbook) => resources.map((resource) => ({ playbook, resource }))),
    isPartial:
      playbooks.length > considered.length || [config, component, check].some((list) => list.length === MOST_RESOURCES),
  }
}

const tables = { config: sql`config_items`, component: sql`components`, check: sql`checks` }

async function readTargets(
  reader: PersonReader,
  kind: Target['kind'],
  one: string | null | undefined,
  isAny: boolean,
  canary?: string | null
): Promise<Target[]> {
  if (one) return [...(await findResources(reader, kind, [one], 'selection')).values()]
  if (!canary && !isAny) return []
  const rows = await reader.query<{ id: string }>(sql`
    select id::text from ${tables[kind]} where deleted_at is null
      and ${canary ? sql`canary_id = ${canary}::uuid` : sql`true`}
    order by name, id limit ${MOST_RESOURCES}`)
  const ids = rows.map((row) => row.id)
  return [...(await findResources(reader, kind, ids, 'selection')).values()]
}

/** The rights that the first rules grant and the second do not. */
function findChange(from: readonly AccessRule[], to: readonly AccessRule[], { pairs }: RunSubjects): RightsChange {
  const rights = accessObjects.flatMap((object) => {
    const actions = accessActions.filter(
      (action) =>
        (object === 'playbooks' || !action.startsWith('playbook:')) &&
        mayOn(from, object, action) &&
        !mayOn(to, object, action)
    )
    return actions.length > 0 ? [{ object, actions }] : []
  })
  const runs = (['playbook:run', 'playbook:approve'] as const).flatMap((action) => {
    const changed = pairs.filter(
      (pair) => decidePlaybookRight(from, action, pair).isAllowed && !decidePlaybookRight(to, action, pair).isAllowed
    )
    if (changed.length === 0) return []
    return [
      {
        action,
        playbooks: count(changed.map(({ playbook }) => ({ id: playbook.id, name: playbook.name }))),
        resources: count(
          changed.flatMap(({ resource }) =>
            resource ? [{ id: resource.id, kind: resource.kind, name: resource.selectable.name }] : []
          )
        ),
      },
    ]
  })
  return { rights, runs }
}

/** A change of rows also requires the right to read them. */
const mayOn = (rules: readonly AccessRule[], object: AccessObject, action: AccessAction) =>
  answerQuestion(rules, { action, object, resources: [] }).isAllowed

/** Each one once. */
function count<T extends Named>(list: readonly T[]): Counted<T> {
  const each = [...new Map(list.map((one) => [one.id, one])).values()]
  return { count: each.length, first: each.slice(0, MOST_NAMED) }
}

const isEmpty = ({ rights, runs }: RightsChange) => rights.length === 0 && runs.length === 0

function addPerson(
  group: AffectedPeople | undefined,
  { caller, before }: Affected,
  change: Pick<AffectedPeople, 'loses' | 'gains'>,
  { mayName, callerId }: { mayName: boolean; callerId: string }
): AffectedPeople {
  const first = group?.people.first ?? []
  const isNamed = mayName && first.length < MOST_NAMED
  return {
    ...change,
    people: {
      count: (group?.people.count ?? 0) + 1,
      first: isNamed ? [...first, { id: caller.id, name: caller.name }] : first,
    },
    administrators: (group?.administrators ?? 0) + (hasAdminRules(before) ? 1 : 0),
    includesCaller: group?.includesCaller === true || caller.id === callerId,
  }
}
