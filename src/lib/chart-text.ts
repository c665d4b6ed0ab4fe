import { stringify } from 'yaml'

/** What a chart is installed with. */
export type Release = {
  chart: string
  name: string
  namespace: string
  /** How often Flux looks: `30m`. */
  interval: string
  labels: Readonly<Record<string, string>>
  /** Null: those of the chart. */
  values: unknown
}

const REPOSITORY = 'flanksource'
const REPOSITORY_URL = 'https://flanksource.github.io/charts'

const yaml = (value: unknown) => stringify(value, { lineWidth: 0, aliasDuplicateObjects: false })
const isEmpty = (value: unknown) =>
  value === null || value === undefined || (typeof value === 'object' && Object.keys(value).length === 0)

/** The manifest for Flux: the repository of charts, and the release, in one namespace. */
export function fluxManifest({ chart, name, namespace, interval, labels, values }: Release): string {
  const repository = {
    apiVersion: 'source.toolkit.fluxcd.io/v1',
    kind: 'HelmRepository',
    metadata: { name: REPOSITORY, namespace },
    spec: { interval, url: REPOSITORY_URL },
  }
  const release = {
    apiVersion: 'helm.toolkit.fluxcd.io/v2',
    kind: 'HelmRelease',
    metadata: { name, namespace, ...(isEmpty(labels) ? {} : { labels }) },
    spec: {
      interval,
      chart: { spec: { chart, sourceRef: { kind: 'HelmRepository', name: REPOSITORY, namespace } } },
      ...(isEmpty(values) ? {} : { values }),
    },
  }
  return [repository, release].map(yaml).join('---\n')
}

/** The commands for Helm, to be pasted into a shell. */
export function helmCommand({ chart, name, namespace, labels, values }: Release): string {
  const pairs = Object.entries(labels).map(([key, value]) => `${key}=${value}`)
  const text = isEmpty(values) ? '' : yaml(values)
  const end = freeWord(text)
  const install = [
    `helm upgrade --install ${quoted(name)} ${quoted(`${REPOSITORY}/${chart}`)}`,
    `--namespace ${quoted(namespace)} --create-namespace`,
    ...(pairs.length > 0 ? [`--labels ${quoted(pairs.join(','))}`] : []),
    ...(text === '' ? [] : [`--values - <<'${end}'\n${text}${end}`]),
  ].join(' \\\n  ')
  return `helm repo add ${REPOSITORY} ${REPOSITORY_URL}\nhelm repo update ${REPOSITORY}\n${install}\n`
}

/** A text as one word of a shell, whatever it says. */
const quoted = (text: string) => (/^[\w./:=,@-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`)

/** What ends a text in a shell: no line of it. */
function freeWord(text: string): string {
  const lines = new Set(text.split('\n'))
  let word = 'VALUES'
  while (lines.has(word)) word += '_'
  return word
}

/**
 * The schema of the values of a chart, for those that somebody gives: what is not given comes from the chart, so nothing is
 * required.
 */
export function schemaOfGiven(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(schemaOfGiven)
  if (typeof schema !== 'object' || schema === null) return schema
  return Object.fromEntries(
    Object.entries(schema)
      .filter(([keyword, value]) => !(keyword === 'required' && Array.isArray(value)))
      .map(([keyword, value]) => [keyword, keyword === 'enum' || keyword === 'default' ? value : schemaOfGiven(value)])
  )
}
