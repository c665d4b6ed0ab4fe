import { resourcePages } from '../../src/shared/routing/registry'
import type { ResourceKind } from '../../src/shared/routing/resource'

const files = import.meta.glob<readonly object[]>('./*.examples.ts', { import: 'default', eager: true })

/** Sample rows of a resource, for the gallery and the tests. Not part of a release. */
export function loadExamples(kind: ResourceKind): readonly object[] {
  const { name } = resourcePages[kind]
  const rows = files[`./${name}.examples.ts`]
  if (!rows) throw new Error(`dev/examples/${name}.examples.ts has no examples.`)
  return rows
}
