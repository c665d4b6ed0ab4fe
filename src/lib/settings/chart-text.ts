import { stringify } from 'yaml'

/** Settings for installing a chart. */
export type ChartRelease = {
  chart: string
  name: string
  namespace: string
  /** Reconciliation interval of Flux: `30m`. */
  interval: string
  labels: Readonly<Record<string, string>>
  /** Null uses the values of the chart. */
  values: unknown
}

const REPOSITORY = 'flanksource'
const REPOSITORY_URL = 'https://flanksource.github.io/charts'

const yaml = (value: unknown) => stringify(value, { lineWidth: 0, aliasDuplicateObjects: false })
const isEmpty = (value: unknown) =>
  value === null || value === undefined || (typeof value === 'object' && Object.keys(value).length === 0)

/** The manifest for Flux: the chart repository and the releases, in the namespace of the first one. */
export function fluxManifest(first: ChartRelease, ...others: readonly ChartRelease[]): string {
  const { namespace, interval } = first
  const repository = {
    apiVersion: 'source.toolkit.fluxcd.io/v1',
    kind: 'HelmRepository',
    metadata: { name: REPOSITORY, namespace },
    spec: { interval, url: REPOSITORY_URL },
  }
  return [repository, ...[first, ...others].map((release) => fluxRelease(release, namespace))].map(yaml).join('---\n')
}

function fluxRelease({ chart, name, interval, labels, values }: ChartRelease, namespace: string) {
  return {
    apiVersion: 'helm.toolkit.fluxcd.io/v2',
    kind: 'HelmRelease',
    metadata: { name, namespace, ...(isEmpty(labels) ? {} : { labels }) },
    spec: {
      interval,
      chart: { spec: { chart, sourceRef: { kind: 'HelmRepository', name: REPOSITORY, namespace } } },
      ...(isEmpty(values) ? {} : { values }),
    },
  }
}

/** The commands for Helm, to be pasted into a shell. */
export const helmCommand = (...releases: readonly ChartRelease[]): string =>
  `helm repo add ${REPOSITORY} ${REPOSITORY_URL}\nhelm repo update ${REPOSITORY}\n${releases.map(installCommand).join('')}`

function installCommand({ chart, name, namespace, labels, values }: ChartRelease): string {
  const pairs = Object.entries(labels).map(([key, value]) => `${key}=${value}`)
  const text = isEmpty(values) ? '' : yaml(values)
  const end = freeWord(text)
  const install = [
    `helm upgrade --install ${quoted(name)} ${quoted(`${REPOSITORY}/${chart}`)}`,
    `--namespace ${quoted(namespace)} --create-namespace`,
    ...(pairs.length > 0 ? [`--labels ${quoted(pairs.join(','))}`] : []),
    ...(text === '' ? [] : [`--values - <<'${end}'\n${text}${end}`]),
  ].join(' \\\n  ')
  return `${install}\n`
}

/** Quotes a text as one word of a shell command. */
const quoted = (text: string) => (/^[\w./:=,@-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`)

/** A here-document delimiter that is not a line of the text. */
function freeWord(text: string): string {
  const lines = new Set(text.split('\n'))
  let word = 'VALUES'
  while (lines.has(word)) word += '_'
  return word
}

/**
 * The schema of the values that a user overrides. The chart has defaults for all other values, so nothing is required.
 */
export function withoutRequired(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withoutRequired)
  if (typeof schema !== 'object' || schema === null) return schema
  return Object.fromEntries(
    Object.entries(schema)
      .filter(([keyword, value]) => !(keyword === 'required' && Array.isArray(value)))
      .map(([keyword, value]) => [
        keyword,
        keyword === 'enum' || keyword === 'default' ? value : withoutRequired(value),
      ])
  )
}
