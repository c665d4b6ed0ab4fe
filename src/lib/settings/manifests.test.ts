import { expect, test } from 'vitest'
import { looksLikeManifest } from './manifest-text'
import { MAX_MANIFESTS, readManifests } from './manifests'

const canary = `apiVersion: canaries.flanksource.com/v1
kind: Canary
metadata:
  name: reader
  namespace: news
  labels: { team: media, tier: 1 }
spec:
  schedule: '@every 1m'
  http:
    - name: health
      url: https://feeds.example/healthz
`

const names = (text: string) => {
  const documents = readManifests(text)
  return typeof documents === 'string'
    ? documents
    : documents.map(({ manifest, refusal }) => (manifest ? `${manifest.kind} ${manifest.name}` : refusal))
}

test('reads kind, name, namespace, labels and spec, with the values of labels as text', () => {
  expect(readManifests(canary)).toEqual([
    {
      manifest: {
        apiVersion: 'canaries.flanksource.com/v1',
        kind: 'Canary',
        name: 'reader',
        namespace: 'news',
        labels: { team: 'media', tier: '1' },
        hasAnnotations: false,
        spec: { schedule: '@every 1m', http: [{ name: 'health', url: 'https://feeds.example/healthz' }] },
      },
    },
  ])
})

test.each([
  [
    'several documents, with empty ones',
    `---\n${canary}---\n\n---\n# only a comment\n---\n${canary}`,
    ['Canary reader', 'Canary reader'],
  ],
  ['JSON', '{"apiVersion": "v1", "kind": "A", "metadata": {"name": "b"}}', ['A b']],
  [
    'a list, as kubectl writes it',
    'apiVersion: v1\nkind: List\nitems:\n- {apiVersion: v1, kind: A, metadata: {name: b}}\n- {apiVersion: v1, kind: C, metadata: {name: d}}',
    ['A b', 'C d'],
  ],
  ['Windows line ends', canary.replaceAll('\n', '\r\n'), ['Canary reader']],
  ['a document without a name', 'apiVersion: v1\nkind: A\nmetadata: {}', ['A: metadata.name is missing.']],
  ['a generated name', 'apiVersion: v1\nkind: A\nmetadata: {generateName: b-}', ['A: metadata.name is missing.']],
  ['a list as the spec', 'apiVersion: v1\nkind: A\nmetadata: {name: b}\nspec: [1]', ['A b: spec is not an object.']],
  ['a plain spec', 'schedule: "@every 1m"', ['The document is not a manifest: apiVersion and kind are missing.']],
  ['a list of values', '[1, 2]', ['The document is not an object.']],
  ['nothing', '# nothing', []],
  ['a syntax error', `${canary}broken: [`, expect.stringMatching(/^The text is not valid YAML at line 1[123]: /)],
  [
    'a syntax error in a later document',
    `${canary}---\na: {b`,
    ['Canary reader', expect.stringMatching(/^The document is not valid YAML: (?!YAML).*\.$/)],
  ],
  [
    'too many documents',
    `${canary}---\n`.repeat(MAX_MANIFESTS + 1),
    expect.stringMatching(/^The text has 201 manifests\. At most 200 can be imported\.$/),
  ],
  ['a text that is too long', 'a'.repeat(1_000_001), expect.stringMatching(/longer than 1 MB/)],
])('reads %s', (_name, text, expected) => {
  const found = names(text)
  expect(found).toEqual(expected)
})

test.each([
  [canary, true],
  [`\n---\n${canary}`, true],
  ['{\n  "apiVersion": "v1",\n  "kind": "A"\n}', true],
  ['{"kind":"A","apiVersion":"v1"}', true],
  ['https://feeds.example/healthz', false],
  ['spec:\n  apiVersion: v1\n  kind: Canary', false],
  ['kind: Canary', false],
])('%j looks like a manifest: %s', (text, isOne) => {
  expect(looksLikeManifest(text)).toBe(isOne)
})
