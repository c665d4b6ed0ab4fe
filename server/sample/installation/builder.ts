import { createHash } from 'node:crypto'
import { diffDocuments } from '../../platform/documents/difference'
import { type Random, createRandom } from '@/shared/random'

/** Ages are in seconds before now, as they are written to the database. */
export type SampleItem = {
  number: number
  scraper: number
  /** The agent that pushes the item; absent for items of this backend. */
  agent?: number
  configClass: string
  type: string
  name: string
  externalId: string
  status: string | null
  health: string | null
  description: string | null
  labels: Record<string, string>
  tags: Record<string, string>
  properties: object[] | null
  /** The number of its parent. */
  parent: number | null
  /** Numbers of its ancestors and itself, root first. */
  path: number[]
  config: object
  /** Cost per day, in the currency of the cost report. */
  cost: number | null
  createdAge: number
  updatedAge: number
}

type SampleChange = {
  number: number
  item: number
  changeType: string
  severity: string
  source: string
  summary: string | null
  author: string | null
  diff: string | null
  patches: unknown
  details: object | null
  age: number
  firstAge: number
  count: number
}

type SampleInsight = {
  number: number
  item: number
  scraper: number
  source: string
  analyzer: string
  analysisType: string
  severity: string
  summary: string
  status: string
  message: string | null
  analysis: object | null
  firstAge: number
  lastAge: number
}

type SampleLink = { from: number; to: number; relation: string }

export type SampleInstallation = {
  items: readonly SampleItem[]
  changes: readonly SampleChange[]
  insights: readonly SampleInsight[]
  links: readonly SampleLink[]
}

export const MINUTE = 60
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

/** Lower numbers are used by other files of the sample. */
const FIRST_ITEM = 10_000
const FIRST_CHANGE = 20_000
const FIRST_INSIGHT = 1000
/** Numbers of scrapers. */
export const QUAY_SCRAPER = 7
export const LEDGER_SCRAPER = 8
export const DEPOT_DATABASES_SCRAPER = 9

export const people = ['tomasz', 'ines', 'hanneke', 'ravi', 'ken'] as const

/** Problems: the status, health and description of an item, by type and name. */
const problems: Readonly<Record<string, readonly [status: string, health: string, description: string]>> = {
  'Deployment/forecast': ['Rollout Failed', 'unhealthy', 'Deployment "forecast" exceeded its progress deadline'],
  'Deployment/conveyor-gateway': ['Running', 'warning', 'Restarted 9 times in 12 hours'],
  'Deployment/image-proxy': ['Scaling', 'warning', 'At maximum replicas: 3 of 3'],
  'StatefulSet/kafka': ['Running', 'warning', '1 partition is under-replicated'],
  'CronJob/partition-cleanup': ['Suspended', 'warning', 'Suspended since the last migration'],
  'Node/quay-5': ['SchedulingDisabled', 'warning', 'Cordoned for a kernel update'],
  'Certificate/returns-quillmoor-example': ['Issuing', 'warning', 'The order has been pending for 2 days'],
  'RelationalDatabase/analytics-staging': ['stopped', 'warning', 'Stopped for 5 days'],
  'DiskStorage/vol-5e13': ['available', 'warning', 'Unattached for 26 days'],
  'VirtualMachine/quay-6': ['stopped', 'unhealthy', 'Instance status check failed'],
  'Database/labels_archive': ['Read only', 'unhealthy', 'The disk is full'],
}

export type ItemInput = Pick<SampleItem, 'configClass' | 'type' | 'name' | 'config'> &
  Partial<Omit<SampleItem, 'configClass' | 'type' | 'name' | 'config'>>

type ChangeInput = Pick<SampleChange, 'changeType' | 'source' | 'age'> & Partial<SampleChange>
type InsightInput = Pick<
  SampleInsight,
  'source' | 'analyzer' | 'analysisType' | 'severity' | 'summary' | 'firstAge' | 'lastAge'
> &
  Partial<SampleInsight>

/** Adds rows to a sample installation. */
export type InstallationBuilder = {
  random: Random
  /** Adds an item below its parent, whose scraper, agent and tags it has unless the input differs. */
  add(parent: SampleItem | undefined, input: ItemInput): SampleItem
  link(from: SampleItem, to: SampleItem, relation: string): void
  addChange(item: SampleItem, change: ChangeInput): void
  /**
   * Adds changes for the versions of a document, the newest first; each version except the last was changed from the
   * next one.
   */
  addVersions(item: SampleItem, versions: readonly object[], ages: readonly number[], author: string): void
  /** Adds an insight, which is open unless it has another status. */
  addInsight(item: SampleItem, insight: InsightInput): void
}

/** @returns the builder, and the installation that it adds rows to. */
export function createInstallationBuilder(seed: number): {
  builder: InstallationBuilder
  installation: SampleInstallation
} {
  const random = createRandom(seed)
  const items: SampleItem[] = []
  const changes: SampleChange[] = []
  const insights: SampleInsight[] = []
  const links: SampleLink[] = []

  const addChange: InstallationBuilder['addChange'] = (item, change) => {
    const { summary = null, changeType: reason, source } = change
    changes.push({
      number: FIRST_CHANGE + changes.length,
      item: item.number,
      severity: 'info',
      summary,
      author: null,
      diff: null,
      patches: null,
      details: change.diff ? null : { reason, message: summary, source },
      firstAge: change.age,
      count: 1,
      ...change,
    })
  }

  const builder: InstallationBuilder = {
    random,
    add: (parent, input) => {
      const number = FIRST_ITEM + items.length
      const problem = problems[`${input.configClass}/${input.name}`]
      const item: SampleItem = {
        number,
        scraper: parent?.scraper ?? QUAY_SCRAPER,
        ...(parent?.agent !== undefined && { agent: parent.agent }),
        externalId: `${input.type.toLowerCase()}/${hashText(`${input.type}/${input.name}/${number}`, 12)}`,
        status: null,
        health: null,
        description: null,
        labels: {},
        tags: parent?.tags ?? {},
        properties: null,
        parent: parent?.number ?? null,
        path: [...(parent?.path ?? []), number],
        cost: null,
        createdAge: (40 + random.below(120)) * DAY + random.below(DAY),
        updatedAge: (1 + random.below(20)) * DAY + random.below(DAY),
        ...input,
        ...(problem && { status: problem[0], health: problem[1], description: problem[2] }),
      }
      items.push(item)
      return item
    },
    link: (from, to, relation) => {
      links.push({ from: from.number, to: to.number, relation })
    },
    addChange,
    addVersions: (item, versions, ages, author) => {
      ages.forEach((age, at) => {
        const found = diffDocuments(versions[at + 1], versions[at])
        if (found) addChange(item, { changeType: 'diff', severity: '', source: 'diff', author, age, ...found })
      })
    },
    addInsight: (item, insight) => {
      insights.push({
        number: FIRST_INSIGHT + insights.length,
        item: item.number,
        scraper: item.scraper,
        status: 'open',
        message: null,
        analysis: null,
        ...insight,
      })
    },
  }
  return { builder, installation: { items, changes, insights, links } }
}

/** Returns hexadecimal text of this length that is constant for the same input. */
export const hashText = (text: string, length: number) =>
  createHash('sha256').update(text).digest('hex').slice(0, length)

/** Returns ages within the last weeks, the most recent first. */
export const randomAges = (random: Random, count: number, days = 35): number[] =>
  Array.from({ length: count }, () => 2 * HOUR + random.below(days * DAY)).toSorted((a, b) => a - b)

/** Returns the version some steps earlier: the last number counts down, and below zero the middle one does. */
export function earlierVersion(version: string, steps: number): string {
  const [major = 0, minor = 0, patch = 0] = version.split('.').map(Number)
  return steps <= patch ? `${major}.${minor}.${patch - steps}` : `${major}.${Math.max(minor - steps + patch, 0)}.0`
}
