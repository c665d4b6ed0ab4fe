import { expect, test } from 'vitest'
import { diffDocuments } from '../../../server/platform/documents/difference'
import { describeDifference, titleOfChange } from './change-title'

const deployment = (image: string, memory: string, more: object = {}, env: object[] = []) => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'checkout', resourceVersion: image, labels: { 'app.kubernetes.io/version': image.split(':')[1] } },
  spec: {
    replicas: 2,
    template: {
      spec: {
        containers: [
          {
            name: 'checkout',
            image: `registry.shop.example:5000/${image}`,
            env: [{ name: 'LEVEL', value: 'info' }, ...env],
            resources: { limits: { cpu: '1', memory }, requests: { cpu: '1', memory } },
          },
        ],
      },
    },
    ...more,
  },
})
const between = (before: object, after: object) => describeDifference(diffDocuments(before, after) ?? {})
const before = deployment('checkout:4.18.2', '512Mi')

test('names the old and new values of a deployment, each once, without its version label', () => {
  expect(between(before, deployment('checkout:4.19.0', '128Mi'))).toBe('Image 4.18.2 → 4.19.0, memory 512Mi → 128Mi')
})

test.each([
  ['a scalar', deployment('checkout:4.18.2', '512Mi', { replicas: 5 }), 'Replicas 2 → 5'],
  ['an added scalar', deployment('checkout:4.18.2', '512Mi', { paused: true }), 'Paused true added'],
  [
    'an added part',
    deployment('checkout:4.18.2', '512Mi', { strategy: { rollingUpdate: { maxSurge: 1 } } }),
    'Strategy added',
  ],
  [
    'an environment variable',
    deployment('checkout:4.18.2', '512Mi', {}, [{ name: 'DEBUG', value: 'yes' }]),
    'Env DEBUG added',
  ],
  ['another repository', deployment('basket:1.0.0', '512Mi'), 'Image checkout:4.18.2 → basket:1.0.0'],
])('describes %s', (_, after, title) => {
  expect(between(before, after)).toBe(title)
})

test('calls the value of an environment variable by its name', () => {
  const changed = structuredClone(before)
  const [container] = changed.spec.template.spec.containers
  if (container) container.env = [{ name: 'LEVEL', value: 'debug' }]
  expect(between(before, changed)).toBe('LEVEL info → debug')
})

test('distinguishes members with the same name', () => {
  expect(
    describeDifference({
      diff: '@@ -1,6 +1,6 @@\n limits:\n-  memory: 2Gi\n+  memory: 1Gi\n requests:\n-  memory: 1Gi\n+  memory: 512Mi\n',
    })
  ).toBe('limits.memory 2Gi → 1Gi, requests.memory 1Gi → 512Mi')
})

test.each([
  ['@@ -3,2 +3,2 @@\n   currency: GBP\n-  retries: "5"\n+  retries: "3"\n', 'Retries 5 → 3'],
  ['@@ -1 +1 @@\n-max: 100\n+max: 10\n', 'Max 100 → 10'],
  ['--- a\n+++ b\n@@ -1,3 +1,3 @@\n {\n-  "replicas": 2,\n+  "replicas": 3,\n   "paused": false\n }', 'Replicas 2 → 3'],
  ['@@ -1,3 +1,3 @@\n args:\n-  - --max=1\n+  - --max=2\n', 'Args --max=1 → --max=2'],
  ['@@ -1,2 +1 @@\n a: 1\n-paused: true\n', 'Paused true removed'],
  ['@@ -1,1 +1,1 @@\n-ברכה: שלום\n+ברכה: ברוכים הבאים\n', 'ברכה שלום → ברוכים הבאים'],
  ['@@ -1,2 +1,2 @@\n-resourceVersion: "1"\n+resourceVersion: "2"\n-replicas: 1\n+replicas: 2\n', 'Replicas 1 → 2'],
  ['@@ -1 +1 @@\n-resourceVersion: "1"\n+resourceVersion: "2"\n', 'resourceVersion 1 → 2'],
  [
    '@@ -1,5 +1,5 @@\n-a: 1\n-b: 1\n-c: 1\n-d: 1\n-e: 1\n+a: 2\n+b: 2\n+c: 2\n+d: 2\n+e: 2\n',
    'A 1 → 2, b 1 → 2, c 1 → 2 and 2 more',
  ],
])('reads the unified diff %j', (diff, title) => {
  expect(describeDifference({ diff })).toBe(title)
})

test.each([
  [{ spec: { replicas: 2 } }, 'Replicas changed from 2'],
  [{ spec: { paused: null } }, 'Paused added'],
  [{ spec: { template: { spec: { containers: [{ name: 'a', image: 'a:1' }] } } } }, 'Containers changed'],
  [{ metadata: { resourceVersion: '7', annotations: null } }, 'Annotations added'],
  [[{ op: 'replace', path: '/spec/template/spec/containers/0/image', value: 'r.example/a:2' }], 'Image → 2'],
  [
    [
      { op: 'add', path: '/metadata/labels/app.kubernetes.io~1team', value: 'pay' },
      { op: 'remove', path: '/spec/paused' },
    ],
    'app.kubernetes.io/team pay added, paused removed',
  ],
])('reads the patch %j', (patches, title) => {
  expect(describeDifference({ patches })).toBe(title)
})

test.each([
  ['spec.replicas, spec.template.spec.containers', 'Replicas, containers changed'],
  ['metadata.labels.app.kubernetes.io/version', 'app.kubernetes.io/version changed'],
])('reads the paths of the summary %j', (summary, title) => {
  expect(describeDifference({ summary })).toBe(title)
})

test('keeps the type of a change without a difference', () => {
  expect(titleOfChange({ change_type: 'Pulled', summary: 'image' })).toBe('Pulled')
  expect(titleOfChange({ change_type: 'diff' })).toBe('Document changed')
  expect(titleOfChange({ change_type: 'diff', summary: 'memory limit lowered' })).toBe('Document changed')
  expect(titleOfChange({ change_type: null })).toBe('Change')
  expect(titleOfChange({ change_type: 'UPDATE', diff: '@@ -1 +1 @@\n-a: 1\n+a: 2\n' })).toBe('A 1 → 2')
  expect(titleOfChange({ change_type: 'Rollback', diff: '@@ -1 +1 @@\n-replicas: 2\n+replicas: 1\n' })).toBe(
    'Rollback: replicas 2 → 1'
  )
})

test('reads any text without failing, and shortens values', () => {
  expect(describeDifference({ diff: '', patches: 'x' })).toBeUndefined()
  expect(describeDifference({ diff: '+++\n@@\n+\n-\n+]\n', patches: [null, { op: 'add' }] })).toBeUndefined()
  const long = 'x'.repeat(500)
  expect(describeDifference({ diff: `@@ @@\n-a: ${long}\n+a: y${long}\n` })?.length).toBeLessThan(100)
})
