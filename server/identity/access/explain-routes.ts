import type { Context } from 'hono'
import { z } from 'zod'
import { accessObjects, type AccessAction, type AccessRule } from '@/shared/access/policy'
import { accessActions } from '@/shared/access/right-lists'
import { sql } from '../../data/db/sql'
import { readBody } from '../../http/body'
import { HttpError } from '../../http/errors'
import {
  anySignedIn,
  type Caller,
  defineRoute,
  requireCaller,
  type Route,
  type RouteEnv,
  withRights,
} from '../../http/route'
import { refuseUnlessAllowed } from './authorise'
import { type AccessDeps, explainAccess } from './explanation'
import { readPermissionEffect, unsavedPermission } from './permission-effect'
import { accessQuestion, answerQuestion, type ReadQuestion, readQuestion, resourceIds } from './question'
import { resolveAllRules } from './reader'
import { type AccessSubject, findSubjects } from './subjects'

const MOST_SUBJECTS = 500
/** Resources of each type that a search considers. */
const MOST_SEARCHED = 5000

/** The routes that answer who may do what. Reviews and searches are those of Mission Control; the others are the console's own. */
export const explainRoutes = (deps: AccessDeps): readonly Route[] => [
  reviewRoute(deps),
  searchRoute(deps),
  explainRoute(deps),
  effectRoute(deps),
]

/** With the words of Mission Control. */
const action = z.string().transform((value, context): AccessAction => {
  const known = accessActions.find((one) => one === value)
  if (known === undefined)
    context.issues.push({
      code: 'custom',
      input: value,
      message:
        value === ''
          ? 'action is required'
          : `unsupported action "${value}", only ${accessActions.join(', ')} are supported`,
    })
  return known ?? 'read'
})

const review = z.object({
  resource: resourceIds.extend({ view: z.guid().optional(), global: z.string().optional() }),
  action,
  subjects: z.array(z.string().max(200)).min(1, 'at least one subject is required').max(MOST_SUBJECTS),
})

const reviewRoute = (deps: AccessDeps) =>
  defineRoute('POST', '/api/rbac/subject-access-reviews', withRights(['read', 'rbac']), async (context) => {
    const body = await readBody(context, review)
    if (!body.success) return invalid(context, body.error)
    const { resource, subjects } = body.data
    const { view, global, ...ids } = resource
    if (view !== undefined) throw new HttpError(404, `view '${view}' not found`)
    const object = accessObjects.find((one) => one === global)
    if (global !== undefined && object === undefined) throw new HttpError(400, `unsupported object "${global}"`)
    const question = await readQuestion(context.get('reader'), { action: body.data.action, object, resource: ids })
    const refused = refuseUnreadable(context, question)
    if (refused) return refused
    const trimmed = subjects.map((one) => one.trim())
    const found = await findSubjects(deps.db, trimmed)
    const list = [...found.values()]
    const rules = await resolveAllRules(
      deps,
      list.map(({ caller }) => caller)
    )
    const allowed = new Set(
      list.flatMap(({ id }, at) => (answerQuestion(rules[at] ?? [], question).isAllowed ? [id] : []))
    )
    return context.json({
      resource,
      action: body.data.action,
      results: subjects.map((subject, at) => ({ subject, allowed: allowed.has(trimmed[at] ?? '') })),
    })
  })

const searchedTypes = ['playbook', 'view', 'connection'] as const

const search = z.object({
  subject: z.string().trim().min(1, 'subject is required').max(200),
  action,
  resource_types: z
    .array(
      z
        .string()
        .trim()
        .toLowerCase()
        .pipe(z.enum(searchedTypes, `unsupported resource_type, only ${searchedTypes.join(', ')} are supported`))
    )
    .max(20)
    .optional(),
})

const searchRoute = (deps: AccessDeps) =>
  defineRoute('POST', '/api/rbac/subject-access-search', withRights(['read', 'rbac']), async (context) => {
    const body = await readBody(context, search)
    if (!body.success) return invalid(context, body.error)
    const { subject, resource_types: given = [] } = body.data
    const types = given.length > 0 ? [...new Set(given)] : (['playbook', 'view'] as const)
    const one = (await findSubjects(deps.db, [subject])).get(subject)
    const [rules = []] = one ? await resolveAllRules(deps, [one.caller]) : []
    const results: { resource_type: string; id: string }[] = []
    for (const type of types) {
      for (const question of await readSearched(context, type, body.data.action)) {
        const [resource] = question.resources
        if (resource && answerQuestion(rules, question).isAllowed)
          results.push({ resource_type: type, id: resource.id })
      }
    }
    return context.json({ subject, action: body.data.action, resource_types: types, total: results.length, results })
  })

/** A question about each playbook or connection. This backend has no views. */
async function readSearched(
  context: Context<RouteEnv>,
  type: (typeof searchedTypes)[number],
  asked: AccessAction
): Promise<ReadQuestion[]> {
  if (type === 'view') return []
  // The actions of playbooks do not apply to connections.
  if (type === 'connection' && asked.startsWith('playbook:')) return []
  const table = type === 'playbook' ? sql`playbooks` : sql`connections`
  const rows = await context.get('reader').query<{ id: string; name: string; namespace: string }>(sql`
    select id::text, name, namespace from ${table} where deleted_at is null order by name, id limit ${MOST_SEARCHED}`)
  return rows.map((row) => ({
    action: asked,
    object: type === 'playbook' ? 'playbooks' : 'connection',
    resources: [{ kind: type, id: row.id, name: row.name }],
    ...(type === 'playbook' && { playbook: row }),
  }))
}

const explained = accessQuestion.extend({ subject: z.string().trim().min(1).max(200).optional() })

/** A caller may ask about their own rights. Questions about other people require the right to read roles. */
const explainRoute = (deps: AccessDeps) =>
  defineRoute('POST', '/api/rbac/_explain', anySignedIn, async (context) => {
    const body = await readBody(context, explained)
    if (!body.success) return invalid(context, body.error)
    const { subject: asked, ...question } = body.data
    const caller = requireCaller(context)
    const rules = context.get('rules')
    const isSelf = asked === undefined || asked === caller.id
    const refused = isSelf ? undefined : refuseUnlessAllowed(caller, rules, [['read', 'rbac']])
    if (refused) return refused
    const read = await readQuestion(context.get('reader'), question)
    const unreadable = isSelf ? undefined : refuseUnreadable(context, read)
    if (unreadable) return unreadable
    const subject = isSelf ? toSubject(caller, rules) : await readSubject(deps, asked)
    return context.json(await explainAccess(deps, read, subject, rules))
  })

type SubjectWithRules = AccessSubject & { rules: readonly AccessRule[] }

/** The rules of the request, which include the limits of its token. */
const toSubject = (caller: Caller, rules: readonly AccessRule[]): SubjectWithRules => ({
  type: 'person',
  id: caller.id,
  name: caller.name,
  caller,
  rules,
})

async function readSubject(deps: AccessDeps, id: string): Promise<SubjectWithRules> {
  const subject = (await findSubjects(deps.db, [id])).get(id)
  if (!subject) throw new HttpError(404, `There is no person, team or role '${id}'.`)
  const [rules = []] = await resolveAllRules(deps, [subject.caller])
  return { ...subject, rules }
}

const effectRoute = (deps: AccessDeps) =>
  defineRoute('POST', '/api/rbac/_permission_effect', withRights(['create', 'database.system']), async (context) => {
    const body = await readBody(context, unsavedPermission)
    if (!body.success) return invalid(context, body.error)
    const caller = requireCaller(context)
    return context.json(
      await readPermissionEffect(deps, body.data, {
        reader: context.get('reader'),
        rules: context.get('rules'),
        callerId: caller.id,
      })
    )
  })

/** A caller who may not read a resource may not determine the rights of other people on it. */
const refuseUnreadable = (context: Context<RouteEnv>, { unreadable }: ReadQuestion) =>
  unreadable && refuseUnlessAllowed(requireCaller(context), context.get('rules'), [['read', unreadable]])

const invalid = (context: Context, error: z.ZodError) =>
  context.json({ error: error.issues[0]?.message ?? 'invalid request body' }, 400)
