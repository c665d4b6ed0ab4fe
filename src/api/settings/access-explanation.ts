import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod/mini'
import type { AccessQuestion } from '@/lib/access/explanation'
import type { AccessExplanation, PermissionEffect } from '@/shared/access/explanation'
import { call } from '../http'
import type { RowValues } from './settings-table'

const named = z.object({ id: z.string(), name: z.string() })
const right = z.object({ action: z.string(), object: z.string() })

const rule = z.union([
  z.object({ is: z.literal('role'), role: z.string(), action: z.string(), object: z.string() }),
  z.object({ is: z.literal('closed') }),
  z.object({ is: z.literal('rowAccess') }),
  z.object({
    is: z.literal('permission'),
    id: z.string(),
    deny: z.boolean(),
    action: z.string(),
    object: z.string(),
    isConditional: z.boolean(),
    subject: z.optional(z.object({ type: z.string(), id: z.string(), name: z.nullable(z.string()) })),
    name: z.optional(z.string()),
    description: z.nullish(z.string()),
    until: z.nullish(z.string()),
  }),
])

const explanation = z.object({
  subject: z.object({ type: z.enum(['person', 'team', 'role']), id: z.string(), name: z.string() }),
  action: z.string(),
  object: z.string(),
  resources: z.array(z.object({ kind: z.string(), id: z.string(), name: z.string() })),
  isAllowed: z.boolean(),
  right,
  rules: z.array(rule),
  holders: z.object({
    roles: z.array(z.string()),
    teams: z.array(named),
    people: z.nullable(z.object({ total: z.int(), first: z.array(named), isPartial: z.boolean() })),
  }),
})

/** Whether a subject has a right, with the rules that decided and those who have it. A route of the embedded backend. */
export const explainAccess = (question: AccessQuestion) =>
  queryOptions({
    queryKey: ['permissions', 'explanation', question],
    queryFn: ({ signal }): Promise<AccessExplanation> =>
      call({ method: 'post', path: '/api/rbac/_explain', body: question, schema: explanation, signal }),
    // Roles and permissions change elsewhere.
    staleTime: 0,
    retry: false,
  })

const reviewed = z.object({ results: z.array(z.object({ subject: z.string(), allowed: z.boolean() })) })

/** A question of which every backend answers whether the subject may: on a playbook, or on a global area. */
export type AccessReview = {
  /** The id of a person or a team, or a role. */
  subject: string
  action: string
  resource: Readonly<Record<string, string>>
}

/** Whether a subject has a right, as a list with this subject, without the rule that decides. It requires the right to read roles. */
export const reviewAccess = ({ subject, ...question }: AccessReview) =>
  queryOptions({
    queryKey: ['permissions', 'review', subject, question],
    async queryFn({ signal }): Promise<readonly { subject: string; allowed: boolean }[]> {
      const { results } = await call({
        method: 'post',
        path: '/api/rbac/subject-access-reviews',
        body: { ...question, subjects: [subject] },
        schema: reviewed,
        signal,
      })
      return results
    },
    staleTime: 0,
    retry: false,
  })

const counted = <T>(of: z.ZodMiniType<T>) => z.object({ count: z.int(), first: z.array(of) })
const change = z.object({
  rights: z.array(z.object({ object: z.string(), actions: z.array(z.string()) })),
  runs: z.array(
    z.object({
      action: z.string(),
      playbooks: counted(named),
      resources: counted(z.object({ id: z.string(), name: z.string(), kind: z.string() })),
    })
  ),
})

const effect = z.object({
  isInForce: z.boolean(),
  isConditional: z.boolean(),
  holders: z.int(),
  groups: z.array(
    z.object({
      people: counted(named),
      administrators: z.int(),
      includesCaller: z.boolean(),
      loses: change,
      gains: change,
    })
  ),
  isPartial: z.boolean(),
})

/**
 * The rights that people would lose or gain by a permission before it is saved. A route of the embedded backend.
 * @param row its columns, with the id of the stored row if it replaces one
 */
export const permissionEffect = (row: RowValues) =>
  queryOptions({
    queryKey: ['permissions', 'effect', row],
    queryFn: ({ signal }): Promise<PermissionEffect> =>
      call({ method: 'post', path: '/api/rbac/_permission_effect', body: row, schema: effect, signal }),
    staleTime: 10_000,
    retry: false,
  })
