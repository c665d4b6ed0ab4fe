import { isRecord } from '@/shared/document/value'
import type { DocumentManifest, ManifestKind } from './resource'

const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined)

/** The manifests of a kind whose document has a name, a namespace, labels and a spec. */
export const specManifest = (
  apiVersion: string,
  kind: string,
  { hasLabels = false, hasNamespace = true }: { hasLabels?: boolean; hasNamespace?: boolean } = {}
): ManifestKind & DocumentManifest => ({
  apiVersion,
  kind,
  ...(hasLabels && { hasLabels }),
  ...(!hasNamespace && { hasNamespace }),
  toValues: ({ name, namespace, labels, spec }) => ({
    name,
    ...(hasNamespace && namespace !== undefined && { namespace }),
    ...(hasLabels && labels && { labels }),
    spec,
  }),
  toManifest: ({ name, namespace, labels, spec }) => ({
    name: text(name) ?? '',
    ...(text(namespace) !== undefined && { namespace: text(namespace) ?? '' }),
    ...(isRecord(labels) && Object.keys(labels).length > 0 && { labels: labels as Record<string, string> }),
    spec: isRecord(spec) ? spec : {},
  }),
})
