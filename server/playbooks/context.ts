import { z } from 'zod'
import type { Queryable } from '../data/db/db'
import { shorten } from '../../src/shared/format'
import { sql } from '../data/db/sql'
import type { Evaluate } from '../platform/expression/evaluator'
import { parseTruth } from '../platform/expression/truth'
import type { ParameterValues } from './parameters'
import type { StoredPlaybook } from './playbooks'
import { type PlaybookSpec, playbookSpecSchema } from './playbook'
import type { PlaybookTarget } from './playbook-target'
import type { TemplateEnv } from '../platform/expression/template'

/** A problem with a playbook or a run that a user must correct. The message is for users. */
export class PlaybookError extends Error {
  override readonly name = 'PlaybookError'
}

/** @throws {PlaybookError} when the playbook is invalid. */
export function parsePlaybookSpec(spec: unknown): PlaybookSpec {
  const read = playbookSpecSchema.safeParse(spec)
  if (!read.success) throw new PlaybookError(`The playbook cannot be run: ${problems(read.error)}.`)
  const names = read.data.actions.map(({ name }) => name)
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  if (twice !== undefined) throw new PlaybookError(`The playbook cannot be run: two actions are named ${twice}.`)
  return read.data
}

const problems = ({ issues }: z.ZodError) =>
  issues.map(({ path, message }) => [path.join('.'), message].filter(Boolean).join(': ')).join('; ')

/** Variables that Mission Control offers to the expressions of playbooks and this backend does not. */
export const unsupportedVariables: readonly string[] = ['actions', 'agent', 'artifacts', 'canary', 'git', 'last_result']

/**
 * Checks that every filter of a playbook is true.
 * @throws {PlaybookError} with the result of the first other filter, which is its author's error message
 */
export async function assertFilters({ filters }: PlaybookSpec, env: TemplateEnv, evaluate: Evaluate): Promise<void> {
  for (const expression of filters ?? []) {
    const answer = await evaluate({ expression, variables: env, unsupported: unsupportedVariables })
    const shown = shorten(expression, 300)
    if (answer.kind === 'undecided')
      throw invalid(`the filter ${shown} needs ${answer.message}, which the embedded backend does not support`)
    if (answer.kind === 'failed') throw invalid(`the filter ${shown} cannot be evaluated: ${answer.message}`)
    const isTrue = parseTruth(answer.text)
    if (!isTrue) throw invalid(isTrue === false ? `the filter ${shown} is false` : shorten(answer.text, 1000))
  }
}

const invalid = (why: string) => new PlaybookError(`Playbook validation failed: ${why}.`)

type TemplateSubject = {
  playbook: Pick<StoredPlaybook, 'id' | 'name' | 'title' | 'namespace'>
  spec: PlaybookSpec
  resource: PlaybookTarget | undefined
  params: ParameterValues
  /** The user who requested the run. */
  userId: string | null
  runId?: string
  /** The request of a webhook. */
  request?: unknown
}

/** Returns the variables for the templates of a playbook. */
export async function createTemplateEnv(
  db: Queryable,
  { playbook, spec, resource, params, userId, runId, request }: TemplateSubject
): Promise<TemplateEnv> {
  const [user] = userId
    ? await db.query<Record<string, unknown>>(sql`select id::text, name, email from people where id = ${userId}`)
    : []
  const { id, name, title, namespace } = playbook
  return {
    playbook: { id, name, title, namespace },
    params,
    user: user ?? {},
    request: request ?? {},
    env: Object.fromEntries(
      (spec.env ?? []).flatMap((one) => (one.value === undefined ? [] : [[one.name, one.value]]))
    ),
    ...(resource ? { [resource.kind]: resource.env } : {}),
    ...(runId ? { run: { id: runId } } : {}),
  }
}
