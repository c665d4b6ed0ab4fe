import { z } from 'zod'
import {
  type AccessAction,
  type AccessObject,
  accessObjects,
  type AccessRule,
  decide,
  type Decision,
  denies,
} from '@/shared/access/policy'
import { accessActions } from '@/shared/access/right-lists'
import type { PersonReader } from '../../data/db/db'
import { ident, sql } from '../../data/db/sql'
import { HttpError } from '../../http/errors'
import type { Right } from '../../http/route'
import { findResource, type Resource } from '../../platform/selection/find-resource'
import { decidePlaybookRight, objectOfKind, type PlaybookSubject } from './resource-rules'

/** The object of each kind of resource that a question can name. */
const resourceObjects = {
  playbook: 'playbooks',
  config: 'catalog',
  component: 'topology',
  check: 'canaries',
  canary: 'canaries',
  connection: 'connection',
} as const satisfies Record<string, AccessObject>
export type QuestionKind = keyof typeof resourceObjects
const questionKinds = Object.keys(resourceObjects) as QuestionKind[]

const id = z.guid().optional()
export const resourceIds = z.object({
  playbook: id,
  config: id,
  component: id,
  check: id,
  canary: id,
  connection: id,
} satisfies Record<QuestionKind, unknown>)
export type ResourceIds = z.infer<typeof resourceIds>

/** An action on all resources of an object, or on one resource. A playbook may have a resource that it runs for. */
export const accessQuestion = z.object({
  action: z.enum(accessActions),
  object: z.enum(accessObjects).optional(),
  resource: resourceIds.optional(),
})
export type AccessQuestion = z.infer<typeof accessQuestion>

export type NamedResource = { kind: QuestionKind; id: string; name: string }

/** A question with its resources, as the asking person may read them. */
export type ReadQuestion = {
  action: AccessAction
  object: AccessObject
  resources: readonly NamedResource[]
  playbook?: PlaybookSubject['playbook']
  target?: Resource<TargetKind>
  /** The object of a resource that the asking person is denied. The resource is not read. */
  unreadable?: AccessObject
}
type TargetKind = keyof typeof objectOfKind

/**
 * Reads the resources of a question.
 * @throws {HttpError} 400 if the question is about nothing, 404 if there is no such resource
 */
export async function readQuestion(
  reader: PersonReader,
  { action, object, resource = {} }: AccessQuestion
): Promise<ReadQuestion> {
  const named = questionKinds.flatMap((kind) => {
    const one = resource[kind]
    return one === undefined ? [] : [{ kind, id: one }]
  })
  const [main] = named
  if (object !== undefined && !main) return { action, object, resources: [] }
  if (object !== undefined || !main) throw new HttpError(400, 'Send an object, or the id of a resource.')
  const targets = named.filter(({ kind }) => kind !== 'playbook')
  const isRun = action.startsWith('playbook:')
  if (isRun && main.kind !== 'playbook') throw new HttpError(400, `${action} requires the id of a playbook.`)
  if (named.length > (isRun ? 2 : 1)) throw new HttpError(400, 'Send the id of one resource.')
  if (targets.some(({ kind }) => isRun && !Object.hasOwn(objectOfKind, kind)))
    throw new HttpError(400, 'A playbook runs for a config item, a component or a check.')
  const unreadable = named.map(({ kind }) => resourceObjects[kind]).find((one) => !reader.mayRead(one))
  const question = { action, object: resourceObjects[main.kind] }
  if (unreadable !== undefined) return { ...question, resources: [], unreadable }
  const found = await Promise.all(named.map((one) => readResource(reader, one)))
  return Object.assign({ ...question, resources: found.map((one) => one.named) }, ...found.map((one) => one.parts))
}

type Found = { named: NamedResource; parts: Pick<ReadQuestion, 'playbook' | 'target'> }

async function readResource(reader: PersonReader, one: Omit<NamedResource, 'name'>): Promise<Found> {
  const { kind } = one
  if (kind === 'playbook' || kind === 'connection') {
    const table = ident(`${kind}s`)
    const [found] = await reader.query<PlaybookSubject['playbook']>(sql`
      select id::text, name, namespace from ${table} where id = ${one.id} and deleted_at is null`)
    if (!found) throw notFound(one)
    return { named: { ...one, name: found.name }, parts: kind === 'playbook' ? { playbook: found } : {} }
  }
  if (kind === 'canary') {
    const found = await findResource(reader, kind, one.id)
    if (!found) throw notFound(one)
    return { named: { ...one, name: found.selectable.name }, parts: {} }
  }
  const target = await findResource(reader, kind, one.id)
  if (!target) throw notFound(one)
  return { named: { ...one, name: target.selectable.name }, parts: { target } }
}

const notFound = ({ kind, id: missing }: Omit<NamedResource, 'name'>) =>
  new HttpError(404, `${kind} '${missing}' not found`)

/** The decision, and the right that it is about: a run also requires the right to read its resource, for example. */
export type Answer = Decision & { right: Right }

/** Decides a question by the rules of a person, a team or a role, with the code that decides requests. */
export function answerQuestion(
  rules: readonly AccessRule[],
  { action, object, playbook, target, unreadable }: ReadQuestion
): Answer {
  const of = (one: AccessAction, about: AccessObject): Answer => ({
    ...decide(rules, about, one),
    right: [one, about],
  })
  const answers: Answer[] = []
  // A denied resource is not found, whatever is done with it.
  if (unreadable !== undefined) answers.push(of('read', unreadable))
  if (action === 'playbook:cancel') answers.push(of('read', object), of('update', object))
  if ((action === 'update' || action === 'delete') && !changedByRoutes.has(object)) answers.push(of('read', object))
  if (playbook && action.startsWith('playbook:') && action !== 'playbook:cancel') {
    if (denies(rules, object, 'read')) answers.push(of('read', object))
    const { missing, ...decision } = decidePlaybookRight(rules, action, { playbook, resource: target })
    const right: Right = missing === 'resource' && target ? ['read', objectOfKind[target.kind]] : [action, object]
    answers.push({ ...decision, right })
  } else answers.push(of(action, object))
  return answers.find(({ isAllowed }) => !isAllowed) ?? (answers.at(-1) as Answer)
}

/** Objects that routes change. The relational API selects the rows that it changes, so it also requires reading them. */
const changedByRoutes: ReadonlySet<AccessObject> = new Set([
  'agent',
  'agent-push',
  'auth',
  'kubernetes-proxy',
  'people',
  'rbac',
])
