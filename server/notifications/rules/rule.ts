import { z } from 'zod'
import { parseDuration } from '@/shared/duration'
import type { DatabaseRow, Queryable } from '../../data/db/db'
import { type Sql, sql } from '../../data/db/sql'
import { formatError } from '../../platform/outside/error-text'

/** Why a rule cannot be used, as a sentence for users. */
export class RuleError extends Error {
  override readonly name = 'RuleError'
  constructor(
    message: string,
    /** The template that cannot be filled in. */
    readonly field?: 'title' | 'template'
  ) {
    super(message)
  }
}

/** A service that receives messages: a stored connection or an address. */
export type CustomService = {
  /** Empty without a name. */
  name: string
  /** A stored connection: an id, a name or `connection://namespace/name`. */
  connection: string | undefined
  /** An address such as `https://…` or `ntfy://…`. */
  url: string | undefined
  /** An expression that an event must fulfil in addition to the filter of the rule. */
  filter: string | undefined
  properties: Readonly<Record<string, string>>
}

/** One receiver of messages, or several services. */
export type RuleRecipient =
  | { kind: 'person'; id: string }
  | { kind: 'team'; id: string }
  | { kind: 'playbook'; id: string }
  | { kind: 'services'; services: readonly CustomService[] }

/** An event is not sent while a related config item of the type `from` was notified. */
export type Inhibition = {
  /** Where the items of the types `to` are, seen from the item of the type `from`. */
  direction: 'outgoing' | 'incoming' | 'all'
  /** Whether soft relationships count, too. */
  isSoft: boolean
  /** The number of relationships between the two items. */
  depth: number
  from: string
  to: readonly string[]
}

/** A notification rule. Durations are in milliseconds; an absent one is undefined. */
export type Rule = {
  id: string
  name: string
  /** Empty without a namespace. */
  namespace: string
  events: readonly string[]
  /** Expressions and templates; undefined if there are none. */
  filter: string | undefined
  title: string | undefined
  template: string | undefined
  /** Undefined if the rule names none, or a deleted one. */
  recipient: RuleRecipient | undefined
  fallback: { recipient: RuleRecipient; delayMs: number } | undefined
  properties: Readonly<Record<string, string>>
  repeatIntervalMs: number | undefined
  inhibitions: readonly Inhibition[]
  waitForMs: number | undefined
  /** After the wait, the resource must stay in its state for this time, too. */
  evaluationPeriodMs: number | undefined
  /** Empty if every event has its own message. */
  groupBy: readonly string[]
  groupByIntervalMs: number
  /** The person for whom the rule reads resources; null for the server. */
  writer: string | null
}

const DEFAULT_GROUP_INTERVAL_MS = 24 * 3_600_000
const DEFAULT_DEPTH = 10
const NANOSECONDS = 1e6

const text = z
  .string()
  .nullish()
  .transform((written) => written?.trim() || undefined)
const textMap = z
  .record(z.string(), z.unknown())
  .nullish()
  .transform((map) =>
    Object.fromEntries(
      Object.entries(map ?? {}).map(([name, value]) => [
        name,
        typeof value === 'string' ? value : JSON.stringify(value),
      ])
    )
  )
const nanoseconds = z
  .number()
  .min(0)
  .nullish()
  .transform((amount) => (amount ? amount / NANOSECONDS : undefined))
const listOf = <T extends z.ZodType>(item: T, most: number) =>
  z
    .array(item)
    .max(most)
    .nullish()
    .transform((list) => list ?? [])

const serviceSchema = z.object({ name: text, connection: text, url: text, filter: text, properties: textMap })

const inhibitionSchema = z.object({
  direction: z.enum(['outgoing', 'incoming', 'all']).nullish(),
  soft: z.boolean().nullish(),
  depth: z.int().min(1).max(20).nullish(),
  from: z.string(),
  to: z.array(z.string()).max(100),
})

/** The columns of `notifications` that decide what is sent. */
const ruleSchema = z.object({
  id: z.string().default(''),
  name: z.string().nullish(),
  namespace: z.string().nullish(),
  events: z.array(z.string()).max(100),
  filter: text,
  title: text,
  template: text,
  properties: textMap,
  person_id: text,
  team_id: text,
  playbook_id: text,
  custom_services: listOf(serviceSchema, 50),
  fallback_person_id: text,
  fallback_team_id: text,
  fallback_playbook_id: text,
  fallback_custom_services: listOf(serviceSchema, 50),
  fallback_delay: nanoseconds,
  repeat_interval: text,
  inhibitions: listOf(inhibitionSchema, 50),
  wait_for: nanoseconds,
  wait_for_eval_period: nanoseconds,
  group_by: listOf(z.string(), 50),
  group_by_interval: nanoseconds,
  writer: z.string().nullish(),
})

type Row = z.output<typeof ruleSchema>

/**
 * Parses a row of `notifications`, or a draft with the same members; all except `events` may be absent.
 * @throws {RuleError} when it is invalid.
 */
export function parseRule(written: unknown): Rule {
  const read = ruleSchema.safeParse(written)
  if (!read.success) throw new RuleError(`The rule is invalid: ${formatError(read.error)}.`)
  const row = read.data
  const fallback = findRecipient({
    person: row.fallback_person_id,
    team: row.fallback_team_id,
    playbook: row.fallback_playbook_id,
    services: row.fallback_custom_services,
  })
  return {
    id: row.id,
    name: row.name ?? '',
    namespace: row.namespace ?? '',
    events: row.events,
    filter: row.filter,
    title: row.title,
    template: row.template,
    properties: row.properties,
    recipient: findRecipient({
      person: row.person_id,
      team: row.team_id,
      playbook: row.playbook_id,
      services: row.custom_services,
    }),
    fallback: fallback && { recipient: fallback, delayMs: row.fallback_delay ?? 0 },
    repeatIntervalMs: parseRepeatInterval(row.repeat_interval),
    inhibitions: row.inhibitions.map(({ direction, soft, depth, from, to }) => ({
      direction: direction ?? 'outgoing',
      isSoft: soft ?? false,
      depth: depth ?? DEFAULT_DEPTH,
      from,
      to,
    })),
    waitForMs: row.wait_for,
    evaluationPeriodMs: row.wait_for_eval_period,
    groupBy: row.group_by,
    groupByIntervalMs: row.group_by_interval ?? DEFAULT_GROUP_INTERVAL_MS,
    writer: row.writer ?? null,
  }
}

type NamedRecipients = {
  person: string | undefined
  team: string | undefined
  playbook: string | undefined
  services: Row['custom_services']
}

function findRecipient({ person, team, playbook, services }: NamedRecipients): RuleRecipient | undefined {
  if (person !== undefined) return { kind: 'person', id: person }
  if (team !== undefined) return { kind: 'team', id: team }
  if (playbook !== undefined) return { kind: 'playbook', id: playbook }
  return services.length === 0
    ? undefined
    : { kind: 'services', services: services.map((service) => ({ ...service, name: service.name ?? '' })) }
}

/**
 * Parses the services of a team, which are written like those of a rule.
 * @throws {RuleError} when they are invalid.
 */
export function parseServices(written: unknown): CustomService[] {
  const read = listOf(serviceSchema, 50).safeParse(written)
  if (!read.success) throw new RuleError(`The notifications of the team are invalid: ${formatError(read.error)}.`)
  return read.data.map((service) => ({ ...service, name: service.name ?? '' }))
}

function parseRepeatInterval(written: string | undefined): number | undefined {
  if (written === undefined) return undefined
  const ms = parseDuration(written)
  if (ms === undefined || ms < 0)
    throw new RuleError(`The repeat interval "${written.slice(0, 100)}" is not a duration such as 4h.`)
  return ms || undefined
}

/** A rule that cannot be parsed. */
export type BrokenRule = { id: string; error: string }

/** A rule as it is stored. */
export type StoredRule = Rule & { createdAt: Date }

/** Returns the live rules that have no error. */
export const listRules = (db: Queryable): Promise<{ rules: StoredRule[]; broken: BrokenRule[] }> =>
  readRules(db, sql`coalesce(error, '') = ''`)

/** Returns a live rule, with or without an error; neither a rule nor a broken one if it does not exist. */
export async function findRule(db: Queryable, id: string): Promise<{ rule?: StoredRule; error?: string }> {
  const { rules, broken } = await readRules(db, sql`id = ${id}`)
  return { ...(rules[0] && { rule: rules[0] }), ...(broken[0] && { error: broken[0].error }) }
}

async function readRules(db: Queryable, condition: Sql): Promise<{ rules: StoredRule[]; broken: BrokenRule[] }> {
  const rows = await db.query<DatabaseRow & { created_at: Date }>(sql`
    select notifications.*, console.writer_of('notifications', id, created_by)::text as writer
    from notifications where deleted_at is null and ${condition} order by name, id`)
  const rules: StoredRule[] = []
  const broken: BrokenRule[] = []
  for (const row of rows) {
    try {
      rules.push({ ...parseRule(row), createdAt: row.created_at })
    } catch (error) {
      if (!(error instanceof RuleError)) throw error
      broken.push({ id: String(row['id']), error: error.message })
    }
  }
  return { rules, broken }
}

/** Stores why a rule is broken, which disables it until it is changed. */
export async function storeRuleError(db: Queryable, { id, error }: BrokenRule, now: Date): Promise<void> {
  await db.run(sql`
    update notifications set error = ${error.replaceAll('\0', '')}, error_at = ${now}
    where id = ${id} and coalesce(error, '') = ''`)
}
