import { z } from 'zod'
import type { Queryable } from '../db/db'
import { sql } from '../db/sql'
import type { Given } from './parameters'
import type { Playbook } from './playbooks'
import { type PlaybookSpec, playbookSpec } from './playbook'
import type { Resource } from './resource'
import type { TemplateEnv } from './template'

/** Something about a playbook or a run that somebody has to correct. The message is for people. */
export class PlaybookError extends Error {
  override readonly name = 'PlaybookError'
}

/** @throws {PlaybookError} when a playbook is written in a way that cannot be run. */
export function readSpec(spec: unknown): PlaybookSpec {
  const read = playbookSpec.safeParse(spec)
  if (!read.success) throw new PlaybookError(`The playbook cannot be run: ${problems(read.error)}.`)
  const names = read.data.actions.map(({ name }) => name)
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  if (twice !== undefined) throw new PlaybookError(`The playbook cannot be run: two actions are called ${twice}.`)
  return read.data
}

const problems = ({ issues }: z.ZodError) =>
  issues.map(({ path, message }) => [path.join('.'), message].filter(Boolean).join(': ')).join('; ')

/** Mission Control evaluates expressions here; this backend supports constants only. */
export function assertFilters({ filters }: PlaybookSpec): void {
  const foreign = filters?.find((filter) => filter.trim() !== 'true')
  if (foreign !== undefined)
    throw new PlaybookError(`Playbook validation failed: the embedded backend does not evaluate the filter ${foreign}.`)
}

type About = {
  playbook: Pick<Playbook, 'id' | 'name' | 'title' | 'namespace'>
  spec: PlaybookSpec
  resource: Resource | undefined
  params: Given
  /** Who asked for it. */
  userId: string | null
  runId?: string
}

/** What the templates of a playbook may name. */
export async function templateEnv(
  db: Queryable,
  { playbook, spec, resource, params, userId, runId }: About
): Promise<TemplateEnv> {
  const [user] = userId
    ? await db.query<Record<string, unknown>>(sql`select id::text, name, email from people where id = ${userId}`)
    : []
  const { id, name, title, namespace } = playbook
  return {
    playbook: { id, name, title, namespace },
    params,
    user: user ?? {},
    env: Object.fromEntries(
      (spec.env ?? []).flatMap((one) => (one.value === undefined ? [] : [[one.name, one.value]]))
    ),
    ...(resource ? { [resource.kind]: resource.env } : {}),
    ...(runId ? { run: { id: runId } } : {}),
  }
}
