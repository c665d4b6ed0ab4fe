import { isResourceKind, resourceNoun, resourcePages } from '../shared/routing/registry'
import type { ResourceKind } from '../shared/routing/resource'

/** Kinds of resources that commands act on, including those that no page shows today. */
export const kinds = [
  'check',
  /** A run of a check, as listed in its history. */
  'result',
  'component',
  'config',
  /**
   * Lines of the document of a config item. Their id contains the item and a digest of the text (`document-lines.ts`).
   */
  'lines',
  /** Type of config items, such as `Kubernetes::Pod`. */
  'type',
  'change',
  'insight',
  'logline',
  'incident',
  'hypothesis',
  'evidence',
  /** A comment on an incident or on one of its hypotheses. */
  'comment',
  /** A person or a team assigned to an incident. */
  'responder',
  'run',
  /** An action of a run. */
  'step',
  /** A line of the output of a step. */
  'output',
  /** A file that a step created. */
  'artifact',
  'notification',
  /** A run of a job of the backend. */
  'job',
  /** A job of the backend with its runs as numbers. */
  'jobsummary',
  /** An entry of a timeline: a change, an insight, a run or another event. */
  'event',
  /** A resource that connects another system. */
  'integration',
  /** A signed-in session. */
  'session',
  /** An access token of the user, for programs. */
  'token',
  ...(Object.keys(resourcePages) as ResourceKind[]),
] as const
export type Kind = (typeof kinds)[number]

/** A resource that commands can act on. */
export type Target<K extends Kind = Kind> = {
  kind: K
  id: string
  label: string
  /**
   * The subject of the resource, such as the check of a notification. Commands that do not accept the resource act on
   * its subject.
   */
  about?: Target
}

/** Kinds whose noun differs from the kind. */
const nouns: Partial<Record<Kind, string>> = {
  token: 'access token',
  logline: 'log line',
  config: 'config item',
  lines: 'document line',
  output: 'line',
  job: 'job run',
  jobsummary: 'job',
}

/** The noun of a kind as part of a sentence: `log line`. */
export const kindNoun = (kind: Kind): string => (isResourceKind(kind) ? resourceNoun(kind) : (nouns[kind] ?? kind))

/** A resource as part of a sentence: `the component checkout`. */
export const describeTarget = ({ kind, label }: Target): string => `the ${kindNoun(kind)} ${label}`
