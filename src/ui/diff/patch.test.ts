import { expect, test } from 'vitest'
import { describeLineCounts, parsePatch } from './patch'

const patch = `--- a/values.yaml
+++ b/values.yaml
@@ -3,3 +3,4 @@
 name: api
-replicas: 2
+replicas: 3
+port: 80
 zone: a
@@ -20 +21 @@ tail
--- gone
+++ new
\\ No newline at end of file
`

test('a patch has two sides with the line numbers of the whole file', () => {
  expect(parsePatch(patch)).toEqual({
    before: '@@ -3,3 +3,4 @@\nname: api\nreplicas: 2\nzone: a\n@@ -20 +21 @@ tail\n-- gone',
    after: '@@ -3,3 +3,4 @@\nname: api\nreplicas: 3\nport: 80\nzone: a\n@@ -20 +21 @@ tail\n++ new',
    numbers: { before: [undefined, 3, 4, 5, undefined, 20], after: [undefined, 3, 4, 5, 6, undefined, 21] },
  })
})

test('a text that is not a patch has no sides', () => {
  expect(parsePatch('hello\nworld')).toMatchObject({ before: '', after: '' })
})

test.each([
  [0, 0, 'No difference'],
  [1, 0, '1 line added'],
  [3, 1, '3 lines added, 1 removed'],
  [0, 2000, '2,000 lines removed'],
])('%i added and %i removed: %s', (added, removed, expected) => {
  expect(describeLineCounts(added, removed)).toBe(expected)
})
