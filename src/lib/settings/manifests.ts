import { asSentence } from '@/shared/format'
import { isRecord } from '@/shared/document/value'
import { isRefusal, readSource } from '@/shared/document/read'
import { MAX_TEXT } from './manifest-text'

/** A Kubernetes manifest of a resource. */
export type Manifest = {
  apiVersion: string
  kind: string
  name: string
  namespace?: string
  labels?: Readonly<Record<string, string>>
  /** Whether it has annotations, which are not saved. */
  hasAnnotations: boolean
  spec: Readonly<Record<string, unknown>>
}

/** A document of a text: a manifest, or why it is none, as a sentence. */
export type ReadDocument = { manifest: Manifest; refusal?: never } | { manifest?: never; refusal: string }

export const ANNOTATIONS_NOTE = 'Annotations are not saved.'
export const LABELS_NOTE = 'Labels are not saved.'
export const NAMESPACE_NOTE = 'The namespace is not saved.'

/** Maximum number of manifests in a text. */
export const MAX_MANIFESTS = 200

/**
 * Reads the manifests of a text: YAML documents separated by `---`, JSON, or a `List` of either. Empty documents are
 * left out.
 * @returns a sentence if the text cannot be parsed
 */
export function readManifests(text: string): readonly ReadDocument[] | string {
  if (text.length > MAX_TEXT) return 'The text is longer than 1 MB.'
  const source = readSource(text, { language: 'yaml' })
  if (isRefusal(source))
    return `The text is not valid YAML at line ${text.slice(0, source.at).split('\n').length}: ${source.refusal}.`
  const documents = [source.value, ...source.others]
    .filter((one) => one !== undefined && one !== null)
    .flatMap(listItems)
  if (documents.length > MAX_MANIFESTS)
    return `The text has ${documents.length} manifests. At most ${MAX_MANIFESTS} can be imported.`
  return documents.map(readOne)
}

/** The items of a `List`, such as `kubectl get -o yaml` writes it. */
const listItems = (document: unknown): readonly unknown[] =>
  isRecord(document) &&
  typeof document['kind'] === 'string' &&
  document['kind'].endsWith('List') &&
  Array.isArray(document['items'])
    ? document['items']
    : [document]

function readOne(document: unknown): ReadDocument {
  // Unreadable documents after the first one are texts with their error.
  if (typeof document === 'string')
    return { refusal: `The document is not valid YAML: ${asSentence(document.replace(/^YAML\w+: /, ''))}` }
  if (!isRecord(document)) return { refusal: 'The document is not an object.' }
  const { apiVersion, kind, metadata, spec } = document
  if (typeof apiVersion !== 'string' || typeof kind !== 'string')
    return { refusal: 'The document is not a manifest: apiVersion and kind are missing.' }
  const { name, namespace, labels, annotations } = isRecord(metadata) ? metadata : {}
  if (typeof name !== 'string' || name.trim() === '') return { refusal: `${kind}: metadata.name is missing.` }
  if (spec !== undefined && !isRecord(spec)) return { refusal: `${kind} ${name}: spec is not an object.` }
  return {
    manifest: {
      apiVersion,
      kind,
      name,
      ...(typeof namespace === 'string' && namespace !== '' && { namespace }),
      ...(isRecord(labels) && {
        labels: Object.fromEntries(Object.entries(labels).map(([key, value]) => [key, String(value)])),
      }),
      hasAnnotations: isRecord(annotations) && Object.keys(annotations).length > 0,
      spec: spec ?? {},
    },
  }
}
