import { z } from 'zod'
import { type AccessObject, type AccessAction, type AccessRule, decideBy, type Decision } from '@/shared/access/policy'
import { tryParseJson } from '../../platform/documents/try-parse-json'
import type { Resource } from '../../platform/selection/find-resource'
import { isWildcardSelector, type Selectable, selectorSchema, matchesSelector } from '../../platform/selection/selector'

/** The kinds of resources for which playbooks run. */
type TargetKind = 'config' | 'component' | 'check'
type PlaybookName = { id: string; name: string; namespace: string }

/** The subject of a permission check: a playbook, and the resource it runs for. */
export type PlaybookSubject = { playbook: PlaybookName; resource: Resource<TargetKind> | undefined }
/** Without a playbook when only access to the resource is checked. */
type PermissionSubject = { playbook?: PlaybookName | undefined; resource: Resource<TargetKind> | undefined }

/** The object of the resource that a playbook runs for. */
export const objectOfKind: Readonly<Record<TargetKind, AccessObject>> = {
  config: 'catalog',
  component: 'topology',
  check: 'canaries',
}

/**
 * Decides an action on a playbook for a resource: a rule allows it, no rule denies it, and the resource may be read.
 * General rights on playbooks (create, change) do not include running them.
 * @returns the decision about reading the resource, if that is refused
 */
export function decidePlaybookRight(
  rules: readonly AccessRule[],
  action: AccessAction,
  about: PlaybookSubject
): Decision & { missing?: 'resource' | 'playbook' } {
  const { resource } = about
  const reading = resource && decideOn(rules, { resource }, 'read', [objectOfKind[resource.kind]])
  if (reading && !reading.isAllowed) return { ...reading, missing: 'resource' }
  const decision = decideOn(rules, about, action, ['playbooks'])
  return decision.isAllowed ? decision : { ...decision, missing: 'playbook' }
}

const decideOn = (
  rules: readonly AccessRule[],
  about: PermissionSubject,
  action: AccessAction,
  objects: readonly AccessObject[]
): Decision =>
  decideBy(
    rules.filter((rule) => rule.deny && appliesTo(rule, about, action, objects)),
    () => rules.filter((rule) => !rule.deny && appliesTo(rule, about, action, objects))
  )
/** `objects` are the objects whose name alone, without a condition, includes the resource. */
function appliesTo(
  rule: AccessRule,
  about: PermissionSubject,
  action: AccessAction,
  objects: readonly AccessObject[]
): boolean {
  if (rule.action !== '*' && !rule.action.split(',').includes(action)) return false
  if (rule.condition === 'true') return rule.object === '*' || objects.some((object) => object === rule.object)
  if (rule.condition === 'false' || !conditional.has(rule.object)) return false
  const read = condition.safeParse(tryParseJson(rule.condition))
  // A condition that cannot be evaluated grants nothing, but does deny.
  return read.success ? matchesCondition(read.data, about) : rule.deny === true
}

/** The objects under which a permission for single resources may be stored. */
const conditional = new Set(['*', 'playbooks', 'catalog', 'topology', 'canaries'])

/** Strict: an unknown member would narrow the selector, so it must not be ignored. */
const strict = z.strictObject({ ...selectorSchema.shape, limit: z.unknown().optional(), cache: z.unknown().optional() })
const selectors = z.array(strict).nullish()
/** In the format that `access/rules.ts` writes. */
const condition = z
  .strictObject({
    playbook: z.string(),
    config: z.string(),
    component: z.string(),
    canary: z.string(),
    connection: z.string(),
    selector: z
      .strictObject({
        playbooks: selectors,
        configs: selectors,
        components: selectors,
        checks: selectors,
        connections: z.array(z.unknown()).nullish(),
      })
      .partial(),
    agents: z.array(z.string()),
    tags: z.record(z.string(), z.unknown()),
  })
  .partial()
type Condition = z.infer<typeof condition>

/** All members of a condition must match; an empty condition matches nothing. */
function matchesCondition(
  { selector: chosen, agents, tags, ...ids }: Condition,
  { playbook, resource }: PermissionSubject
): boolean {
  const selectable = resource?.selectable
  const idOf = (kind: TargetKind) => (resource?.kind === kind ? [resource.id] : [])
  const known = {
    playbook: playbook ? [playbook.id] : [],
    config: idOf('config'),
    component: idOf('component'),
    canary: resource?.kind === 'check' ? resource.selectable.scope : [],
    // A run does not concern connections.
    connection: [],
  }
  const answers = [
    ...Object.entries(ids).map(([name, id]) => known[name as keyof typeof known].some((one) => one === id)),
    ...(agents && agents.length > 0
      ? [agents.some((one) => one === selectable?.agent.id || one === selectable?.agent.name)]
      : []),
    ...Object.entries(tags ?? {}).map(
      ([name, value]) =>
        selectable !== undefined && Object.hasOwn(selectable.tags, name) && selectable.tags[name] === String(value)
    ),
    ...(chosen ? matchSelectors(chosen, { playbook, resource }) : []),
  ]
  return answers.length > 0 && answers.every(Boolean)
}

/** For each kind with selectors, at least one of them must match the resource of that kind. */
const matchSelectors = (
  { playbooks, connections, ...kinds }: NonNullable<Condition['selector']>,
  { playbook, resource }: PermissionSubject
): boolean[] => [
  ...matchAnySelector(playbooks, playbook && asSelectable(playbook)),
  ...(['config', 'component', 'check'] as const).flatMap((kind) =>
    matchAnySelector(kinds[`${kind}s`], resource?.kind === kind ? resource.selectable : undefined)
  ),
  ...(connections?.length ? [false] : []),
]

/** Whether one of the selectors matches the resource, as a list of one; empty without selectors. */
const matchAnySelector = (list: z.infer<typeof selectors>, resource: Selectable | undefined): boolean[] =>
  list && list.length > 0
    ? [resource !== undefined && list.some((one) => isWildcardSelector(one) || matchesSelector(one, resource))]
    : []

/** Playbooks belong to this installation and are matched by name only. */
const asSelectable = ({ id, name, namespace }: PlaybookSubject['playbook']): Selectable => ({
  id,
  name,
  namespace,
  type: null,
  status: null,
  health: null,
  agent: { id: '00000000-0000-0000-0000-000000000000', name: 'local' },
  labels: {},
  tags: {},
  properties: {},
  scope: [],
  isDeleted: false,
})
