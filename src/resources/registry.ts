import { type ResourceKind, resourcePages } from '../shared/pages/registry'
import canaries from './canaries/resource'
import flags from './flags/resource'
import incidentRules from './incident-rules/resource'
import logBackends from './log-backends/resource'
import outbox from './outbox/resource'
import people from './people/resource'
import playbooks from './playbooks/resource'
import scrapers from './scrapers/resource'
import topologies from './topologies/resource'
import type { AnyDetails, Resource, ResourceDefinition } from './resource'

const definitions: readonly ResourceDefinition[] = [
  people,
  outbox,
  flags,
  canaries,
  scrapers,
  topologies,
  incidentRules,
  logBackends,
  playbooks,
]

/** All resources, in the order of the `go.*` commands in the palette. */
export const resources: readonly Resource[] = definitions.map((one) => ({ ...resourcePages[one.kind], ...one }))

const byKind = new Map<string, Resource>(resources.map((one) => [one.kind, one]))

/** The resource of a kind; undefined for kinds without a resource. */
export const findResourceByKind = (kind: string): Resource | undefined => byKind.get(kind)

/** Loads the code that only the page of a resource, its forms and its commands need. */
export async function loadDetails(kind: ResourceKind): Promise<AnyDetails> {
  const details = await findResourceByKind(kind)?.details()
  if (!details) throw new Error(`No resource has the kind ${kind}.`)
  return details.default
}
