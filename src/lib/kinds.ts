import { isResourceKind, nounOfResource, type ResourceKind, resourcePages } from './resource-pages'

/** The kinds of things that commands act on: the console's whole vocabulary, whichever of them a screen shows today. */
export const kinds = [
  'check',
  /** One run of a check: what its history lists. */
  'result',
  'component',
  'config',
  /** Of the document of a config item; their id says of which, and of what text (`document-lines.ts`). */
  'lines',
  /** Of config items, such as `Kubernetes::Pod`. */
  'type',
  'change',
  'insight',
  'logline',
  'incident',
  'hypothesis',
  'evidence',
  /** On an incident, or on one of its hypotheses. */
  'comment',
  /** Somebody, or a team, on an incident. */
  'responder',
  'run',
  /** One action of a run: what it has done, or does. */
  'step',
  /** A line of what a step wrote. */
  'output',
  /** A file that a step left. */
  'artifact',
  'notification',
  'silence',
  /** What a timeline lists: changes, insights, runs and whatever else happens. */
  'event',
  /** One of several resources, by which other systems are tied in. */
  'integration',
  /** Where somebody is signed in. */
  'session',
  ...(Object.keys(resourcePages) as ResourceKind[]),
] as const
export type Kind = (typeof kinds)[number]

/** A thing a command can act on. */
export type Target<K extends Kind = Kind> = {
  kind: K
  id: string
  label: string
  /** What it tells of, as a notification of a check: commands that take that, and not the thing itself, act on it. */
  about?: Target
}

/** Those that are not called by their kind. */
const nouns: Partial<Record<Kind, string>> = {
  logline: 'log line',
  config: 'config item',
  lines: 'document line',
  output: 'line',
}

/** What one of a kind is called within a sentence: `log line`. */
export const nounOf = (kind: Kind): string => (isResourceKind(kind) ? nounOfResource(kind) : (nouns[kind] ?? kind))
