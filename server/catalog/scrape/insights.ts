import { formatCount, shorten } from '@/shared/format'
import { settleAll } from '@/shared/pool'
import { severityRank } from '@/shared/severity'
import type { Evaluate } from '../../platform/expression/evaluator'
import { fillIn } from '../../platform/expression/template'
import { parseTruth } from '../../platform/expression/truth'
import { formatError } from '../../platform/outside/error-text'
import type { SourceItem } from './sources'
import { type InsightRule, ScraperError, type ScraperSpec, listSources } from './spec'

/** An insight that an item currently has. */
export type FoundInsight = Pick<SourceItem, 'type' | 'externalId'> & {
  analyzer: string
  analysisType: string
  severity: string
  message: string
}

/** The result of a scraper's insight rules. */
export type InsightFindings = {
  /** One per item and analyzer. */
  found: FoundInsight[]
  /** Items about which these analyzers have no result; their insights stay unchanged. */
  unevaluated: (Pick<SourceItem, 'type' | 'externalId'> & { analyzers: string[] })[]
  /** A sentence for each rule that could not be evaluated. */
  problems: string[]
}

/** A rule that matches everything is a mistake. */
const MOST_FOUND = 20_000
/** Limit for all messages of a scraper together: a message may include part of a document by its path. */
const MOST_CHARACTERS = 32 * 1024 * 1024
/** Few at a time: due checks wait for the same worker. */
const AT_ONCE = 4
/** Separates the messages of one item and analyzer, as in the protocol. */
const BETWEEN = '<br><br>'

/** The first reason why a rule could not be evaluated; `isOfAll`: the reason applies to every item. */
type Failure = { reason: string; count: number; isOfAll: boolean }

/**
 * Evaluates the rules of each source for its items.
 * @param items as they are stored, without secrets.
 * @throws {ScraperError} when the rules find more than the limits allow.
 */
export async function findInsights(
  spec: ScraperSpec,
  items: readonly SourceItem[],
  evaluate: Evaluate,
  signal: AbortSignal
): Promise<InsightFindings> {
  const rules = listSources(spec).map(({ transform }) => transform.insights)
  const pending = items.flatMap((item) =>
    (rules[item.source] ?? [])
      .filter(({ types }) => types.length === 0 || types.includes(item.type))
      .map((rule) => ({ item, rule }))
  )
  const found = new Map<string, FoundInsight>()
  const failures = new Map<InsightRule, Failure>()
  const undecided = new Map<SourceItem, string[]>()
  const enough = new AbortController()
  let characters = 0

  const fail = (rule: InsightRule, item: SourceItem, reason: string, isOfAll = false) => {
    const failure = failures.get(rule) ?? { reason, count: 0, isOfAll }
    failures.set(rule, { ...failure, count: failure.count + 1 })
    undecided.set(item, [...(undecided.get(item) ?? []), rule.analyzer])
  }

  const evaluateRule = async ({ item, rule }: { item: SourceItem; rule: InsightRule }) => {
    const failure = failures.get(rule)
    if (failure?.isOfAll) return fail(rule, item, failure.reason)
    const variables = insightVariables(item)
    const answer = await evaluate({ expression: rule.when, variables })
    // The expression requires an unsupported feature or took too long.
    if (answer.kind !== 'value') return fail(rule, item, answer.message, answer.kind === 'undecided')
    const holds = parseTruth(answer.text)
    if (holds === undefined) return fail(rule, item, `returns ${shorten(answer.text, 50)}, not true or false`)
    if (!holds) return
    try {
      const message = fillIn(rule.message, variables)
      characters += message.length
      const { type, externalId } = item
      keep(found, {
        type,
        externalId,
        analyzer: rule.analyzer,
        analysisType: rule.type,
        severity: rule.severity,
        message,
      })
    } catch (error) {
      return fail(rule, item, formatError(error))
    }
    if (found.size > MOST_FOUND || characters > MOST_CHARACTERS) enough.abort()
  }

  await settleAll(pending, AT_ONCE, evaluateRule, undefined, AbortSignal.any([signal, enough.signal]))
  signal.throwIfAborted()
  if (found.size > MOST_FOUND) throw new ScraperError(`transform.insights creates more than ${MOST_FOUND} insights`)
  if (enough.signal.aborted)
    throw new ScraperError(`transform.insights: the messages have more than ${MOST_CHARACTERS} characters`)
  return {
    found: [...found.values()],
    unevaluated: [...undecided].map(([{ type, externalId }, analyzers]) => ({ type, externalId, analyzers })),
    problems: [...failures].map(
      ([{ analyzer }, { reason, count }]) => `insight ${analyzer}, of ${formatCount(count, 'item')}: ${reason}`
    ),
  }
}

const insightVariables = (item: SourceItem) => ({
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

/** Merges the findings of one analyzer about an item into one insight with the highest severity. */
function keep(found: Map<string, FoundInsight>, finding: FoundInsight): void {
  const key = JSON.stringify([finding.type, finding.externalId, finding.analyzer])
  const before = found.get(key)
  const [worst, other] =
    before && severityRank(before.severity) <= severityRank(finding.severity) ? [before, finding] : [finding, before]
  found.set(key, { ...worst, message: other ? `${worst.message}${BETWEEN}${other.message}` : worst.message })
}
