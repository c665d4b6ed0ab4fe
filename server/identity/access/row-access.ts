import { z } from 'zod'
import type { AccessObject, AccessRule } from '@/shared/access/policy'

/** The rows that a permission matches, as the database reads them (`console.row_access`). All given members must match. */
type RowMatch = { id?: string; agents?: string[]; tags?: Record<string, string> }

/** The rows that a limited caller may read: those that match `shown` and do not match `hidden`. */
export type RowAccess = Record<'configs' | 'components', { shown: readonly RowMatch[]; hidden: readonly RowMatch[] }>

/** Roles without row-level limits. Guests and people without a role are limited. */
const unlimitedRoles = new Set(['admin', 'editor', 'commander', 'responder', 'viewer', 'agent'])

/** Whether row-level access applies to these roles. Roles add up: a guest who is also a viewer is not limited. */
export const isLimited = (roles: readonly string[]): boolean => !roles.some((role) => unlimitedRoles.has(role))

/**
 * Objects whose tables the reader role cannot read (server/data/db/schema/33_row_level_access.sql), because the policies cannot check their
 * rows.
 */
export const limitedDenials: readonly AccessRule[] = (
  [
    'notification',
    'connection',
    'database.config_scrapers',
    'database.monitor',
    'database.system',
  ] satisfies AccessObject[]
).map((object) => ({ id: 'na', subject: 'guest', object, action: '*', condition: 'true', deny: true }))

/** The format that `rules.ts` writes. */
const condition = z
  .object({
    playbook: z.unknown(),
    config: z.string(),
    component: z.string(),
    canary: z.unknown(),
    connection: z.unknown(),
    selector: z.looseObject({ configs: z.array(z.unknown()).nullish(), components: z.array(z.unknown()).nullish() }),
    agents: z.array(z.string()),
    tags: z.record(z.string(), z.unknown()),
  })
  .partial()
type Condition = z.infer<typeof condition>

const kinds = {
  configs: { name: 'configs', one: 'config', object: 'catalog' },
  components: { name: 'components', one: 'component', object: 'topology' },
} as const
type Kind = (typeof kinds)[keyof typeof kinds]

/**
 * Converts rules to row access. `shown` lists the agents and tags of read permissions, `hidden` the targets of denials.
 * The database cannot evaluate selectors: a permission with a selector shows no rows, a denial with one hides all rows
 * of its kind.
 */
export function toRowAccess(rules: readonly AccessRule[]): RowAccess {
  const reading = rules.filter(({ action }) => action === '*' || action.split(',').includes('read'))
  const of = (kind: Kind) => {
    const about = reading.filter(({ object }) => object === '*' || object === kind.object)
    return {
      shown: about.flatMap((rule) => (rule.deny ? [] : shownBy(parseRuleCondition(rule)))),
      hidden: about.flatMap((rule) => (rule.deny ? hiddenBy(parseRuleCondition(rule), kind) : [])),
    }
  }
  return { configs: of(kinds.configs), components: of(kinds.components) }
}

/** Undefined for a rule about all or none of an object; `allows` evaluates those. */
function parseRuleCondition({ condition: text }: AccessRule): Condition | undefined {
  if (text === 'true' || text === 'false') return undefined
  return condition.parse(JSON.parse(text))
}

function shownBy(about: Condition | undefined): RowMatch[] {
  if (!about) return []
  const { agents, tags, ...others } = about
  const texts = tags && scalars(tags)
  const isJudged = Object.values(others).every((value) => value === undefined) && (!texts || texts.isWhole)
  return isJudged && (agents || texts) ? [{ ...(agents && { agents }), ...(texts && { tags: texts.tags }) }] : []
}

function hiddenBy(about: Condition | undefined, { name, one }: Kind): RowMatch[] {
  if (!about) return []
  const { agents, tags, selector } = about
  const id = about[one]
  const names = [id, agents, tags, selector?.[name]?.length ? selector : undefined]
  // The rule is about another kind, such as a playbook, or a component when config items are read.
  if (names.every((value) => value === undefined)) return []
  return [{ ...(id !== undefined && { id }), ...(agents && { agents }), ...(tags && { tags: scalars(tags).tags }) }]
}

/** Tags are compared as text; other values are left out. */
function scalars(tags: Readonly<Record<string, unknown>>) {
  const kept = Object.entries(tags).filter(([, value]) => ['string', 'number', 'boolean'].includes(typeof value))
  return {
    tags: Object.fromEntries(kept.map(([key, value]) => [key, String(value)])),
    isWhole: kept.length === Object.keys(tags).length,
  }
}
