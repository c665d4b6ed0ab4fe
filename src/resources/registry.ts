import type { ResourceKind } from '../shared/routing/resource'
import { resourcePages } from '../shared/routing/registry'
import type { AnyDetails } from './resource'

const modules = import.meta.glob<AnyDetails>('./*/details.ts', { import: 'default' })

/** Loads the code that only the page of a resource, its forms and its commands need. */
export function loadDetails(kind: ResourceKind): Promise<AnyDetails> {
  const { name } = resourcePages[kind]
  const load = modules[`./${name}/details.ts`]
  if (!load) throw new Error(`src/resources/${name} has no details.`)
  return load()
}
