import { type ComponentType, useState } from 'react'
import { createDiff, Diff } from '@/ui/diff/diff'
import type { DiffLayout, DiffProps } from '@/ui/diff/props'
import type { Exhibit } from './exhibit'

const before = `apiVersion: apps/v1
kind: Deployment
metadata:
  name: checkout
  namespace: shop
  labels:
    team: payments
spec:
  replicas: 2
  selector:
    matchLabels:
      app: checkout
  template:
    spec:
      containers:
        - name: checkout
          image: registry.example/checkout:1.41.0
          resources:
            limits:
              memory: 256Mi
          readinessProbe:
            httpGet:
              path: /ready
              port: 8080
      terminationGracePeriodSeconds: 30`
const after = before
  .replace('replicas: 2', 'replicas: 3')
  .replace('1.41.0', '1.42.0')
  .replace('              memory: 256Mi', '              memory: 512Mi\n              cpu: 500m')
  .replace('      terminationGracePeriodSeconds: 30', '')

const patch = `--- a/values.yaml
+++ b/values.yaml
@@ -3,3 +3,4 @@ resources:
   limits:
-    memory: 256Mi
+    memory: 512Mi
+    cpu: 500m
   requests:
@@ -20,2 +21 @@
   timeout: 30s
-  retries: 5
`
const long = (mark: string) => `token: ${'abcdefgh '.repeat(60)}${mark}`
const many = (count: number, mark: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => `key-${at}: ${mark(at)}`).join('\n')

type Rest = { before: string; after: string } | { patch: string }
const kept = (label: string, texts: Rest, initial: DiffLayout = 'unified', As: ComponentType<DiffProps> = Diff) =>
  function Kept() {
    const [layout, setLayout] = useState(initial)
    return <As label={label} layout={layout} onLayout={setLayout} {...texts} />
  }
const SlowDiff = createDiff(() => new Promise<never>(() => undefined))
const LostDiff = createDiff(() => Promise.reject(new Error('offline')))

export default {
  title: 'Diff',
  states: {
    'Two texts': kept('checkout', { before, after }),
    'Side by side': kept('checkout beside itself', { before, after }, 'split'),
    Patch: kept('values.yaml', { patch }),
    'Only added': kept('a new file', { before: '', after: 'name: checkout\nreplicas: 2' }),
    'Long lines': kept('a long line', { before: long('old'), after: long('new') }),
    'Long lines side by side': kept('a long line beside itself', { before: long('old'), after: long('new') }, 'split'),
    'No difference': kept('nothing', { before, after: before }),
    'No patch': kept('a note', { patch: 'scaled by hand\nno patch was written' }),
    Loading: kept('a slow difference', { before, after }, 'unified', SlowDiff),
    'Not loaded': kept('a lost difference', { before, after }, 'unified', LostDiff),
  },
  apart: {
    '10,000 lines': kept('everything', {
      before: many(10_000, (at) => `${at}`),
      after: many(10_000, (at) => `${at % 3 === 0 ? at + 1 : at}`),
    }),
  },
} satisfies Exhibit
