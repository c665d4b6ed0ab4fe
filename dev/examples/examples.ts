import { type ResourceKind, resourcePages } from '../../src/shared/pages/registry'

const files = import.meta.glob<readonly object[]>('./*.examples.ts', { import: 'default', eager: true })

/** Sample rows of a resource, for the gallery and the tests. Not part of a release. */
export function loadExamples(kind: ResourceKind): readonly object[] {
  const { file } = resourcePages[kind]
  const rows = files[`./${file}.examples.ts`]
  if (!rows) throw new Error(`dev/examples/${file}.examples.ts has no examples.`)
  return rows
}
