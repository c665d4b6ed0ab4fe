import { expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { fluxManifest, helmCommand, type ChartRelease, withoutRequired } from './chart-text'

const release: ChartRelease = {
  chart: 'mission-control-aws',
  name: 'cloud',
  namespace: 'shop',
  interval: '30m',
  labels: { team: 'platform' },
  values: { region: 'eu-west-1', note: 'it: is' },
}

test('puts repository and release into one namespace and keeps the values unchanged [INTEG-10]', () => {
  const [repository, made, ...others] = parseAllDocuments(fluxManifest(release)).map((one) => one.toJS() as unknown)
  expect(others).toEqual([])
  expect(repository).toMatchObject({
    kind: 'HelmRepository',
    metadata: { namespace: 'shop' },
    spec: { interval: '30m' },
  })
  expect(made).toMatchObject({
    kind: 'HelmRelease',
    metadata: { name: 'cloud', namespace: 'shop', labels: { team: 'platform' } },
    spec: {
      interval: '30m',
      chart: { spec: { chart: 'mission-control-aws', sourceRef: { name: 'flanksource', namespace: 'shop' } } },
      values: release.values,
    },
  })
  const bare = fluxManifest({ ...release, labels: {}, values: null })
  expect(bare).not.toMatch(/labels|values/)
})

/** The here-document of a shell command. */
const valuesIn = (command: string) => /<<'(\w+)'\n([\s\S]*?)\n\1\n/.exec(command)?.[2]

test('includes the name of the release and the complete values [INTEG-11]', () => {
  const command = helmCommand(release)
  expect(command).toMatch(
    /^helm repo add flanksource https:\S+\nhelm repo update flanksource\nhelm upgrade --install cloud flanksource\/mission-control-aws/
  )
  expect(command).toContain('--namespace shop --create-namespace')
  expect(command).toContain('--labels team=platform')
  expect(parse(valuesIn(command) ?? '')).toEqual(release.values)
  expect(helmCommand({ ...release, labels: {}, values: null })).not.toMatch(/--labels|--values/)
})

test('quotes typed text so that the shell never runs it', () => {
  const command = helmCommand({ ...release, name: "a'; rm -rf /", namespace: '$(id)', labels: { a: '`id`' } })
  expect(command).toContain(String.raw`--install 'a'\''; rm -rf /'`)
  expect(command).toContain(`--namespace '$(id)'`)
  expect(command).toContain("--labels 'a=`id`'")
  const text = 'a\nVALUES\nrm -rf /'
  const long = helmCommand({ ...release, values: { text } })
  expect(parse(valuesIn(long) ?? '')).toEqual({ text })
})

test('requires none of the given values, because the chart has defaults', () => {
  const schema = {
    required: ['a'],
    properties: { required: { type: 'boolean' }, a: { required: ['b'], enum: [{ required: ['kept'] }] } },
    anyOf: [{ required: ['c'] }],
  }
  expect(withoutRequired(schema)).toEqual({
    properties: { required: { type: 'boolean' }, a: { enum: [{ required: ['kept'] }] } },
    anyOf: [{}],
  })
})
