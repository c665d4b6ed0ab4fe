import { shorten } from '../../../src/lib/format'
import { settleAll } from '../../../src/lib/pool'
import { severityRank } from '../../../src/lib/severity'
import type { Evaluate } from '../../expression/evaluator'
import { fillIn } from '../../expression/template'
import { truthOf } from '../../expression/truth'
import { errorText } from '../../outside/error-text'
import type { Found } from './sources'
import { type InsightRule, ScraperError, type ScraperSpec, sourcesOf } from './spec'

/** An analyzer and the item that it is about. */
export type Subject = { type: string; externalId: string; analyzer: string }

export type Finding = Subject & { analysisType: string; severity: string; message: string }

/** What the rules of a scraper say about its items. */
export type Findings = {
  /** One for each item and analyzer. */
  found: Finding[]
  /** Of these nothing can be said, and what was known stays. */
  undecided: Subject[]
  /** Why, a sentence for each rule that could not be followed. */
  problems: string[]
}

/** A rule that finds something about everything is a mistake. */
const MOST_FOUND = 20_000
/** Few at a time: checks that are due wait for the same thread. */
const AT_ONCE = 4
/** Between messages of one item and analyzer, in the protocol. */
const BETWEEN = '<br><br>'

/**
 * Follows the rules of each source for its items.
 * @param items as they are stored, without secrets.
 * @throws {ScraperError} when rules find more than may be kept.
 */
export async function findInsights(
  spec: ScraperSpec,
  items: readonly Found[],
  evaluate: Evaluate,
  signal: AbortSignal
): Promise<Findings> {
  const rules = sourcesOf(spec).map(({ transform }) => transform.insights)
  const asked = items.flatMap((item) =>
    (rules[item.source] ?? [])
      .filter(({ types }) => types.length === 0 || types.includes(item.type))
      .map((rule) => ({ item, rule }))
  )
  const found = new Map<string, Finding>()
  const failures = new Map<InsightRule, { reason: string; count: number }>()
  const hopeless = new Set<InsightRule>()
  const undecided: Subject[] = []
  const fail = (rule: InsightRule, subject: Subject, reason: string) => {
    failures.set(rule, { reason, ...failures.get(rule), count: (failures.get(rule)?.count ?? 0) + 1 })
    undecided.push(subject)
  }
  await settleAll(asked, AT_ONCE, async ({ item, rule }) => {
    if (signal.aborted) return
    const { type, externalId } = item
    const subject = { type, externalId, analyzer: rule.analyzer }
    const variables = variablesOf(item)
    const answer = hopeless.has(rule) ? undefined : await evaluate({ expression: rule.when, variables })
    // It needs what is not there, or took too long: so it would for every item.
    if (answer?.kind === 'undecided') hopeless.add(rule)
    if (answer?.kind !== 'value') return fail(rule, subject, answer?.message ?? '')
    const holds = truthOf(answer.text)
    if (holds === undefined) return fail(rule, subject, `gives ${shorten(answer.text, 50)}, not true or false`)
    if (!holds) return
    try {
      keep(found, {
        ...subject,
        analysisType: rule.type,
        severity: rule.severity,
        message: fillIn(rule.message, variables),
      })
    } catch (error) {
      fail(rule, subject, errorText(error))
    }
  })
  signal.throwIfAborted()
  if (found.size > MOST_FOUND) throw new ScraperError(`transform.insights finds more than ${MOST_FOUND} insights`)
  return {
    found: [...found.values()],
    undecided,
    problems: [...failures].map(
      ([{ analyzer }, { reason, count }]) =>
        `insight ${analyzer}, of ${count === 1 ? '1 item' : `${count} items`}: ${reason}`
    ),
  }
}

const variablesOf = (item: Found) => ({
  config: item.config,
  id: item.externalId,
  type: item.type,
  class: item.configClass,
  name: item.name,
  description: item.description,
  status: item.status,
  health: item.health,
  labels: item.labels,
  tags: item.tags,
})

/** What several rules of an analyzer find is one insight, of the worst severity. */
function keep(found: Map<string, Finding>, finding: Finding): void {
  const key = JSON.stringify([finding.type, finding.externalId, finding.analyzer])
  const before = found.get(key)
  const [worst, other] =
    before && severityRank(before.severity) <= severityRank(finding.severity) ? [before, finding] : [finding, before]
  found.set(key, { ...worst, message: other ? `${worst.message}${BETWEEN}${other.message}` : worst.message })
}
