import { expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { fluxManifest, helmCommand, type Release, schemaOfGiven } from './chart-text'

const release: Release = {
  chart: 'mission-control-aws',
  name: 'cloud',
  namespace: 'shop',
  interval: '30m',
  labels: { team: 'platform' },
  values: { region: 'eu-west-1', note: 'it: is' },
}

test('the manifest has repository and release in one namespace, and the values as they are [INTEG-10]', () => {
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

/** What stands between the marks of a text in a shell. */
const valuesIn = (command: string) => /<<'(\w+)'\n([\s\S]*?)\n\1\n/.exec(command)?.[2]

test('the command names the release, and hands the values over whole [INTEG-11]', () => {
  const command = helmCommand(release)
  expect(command).toMatch(
    /^helm repo add flanksource https:\S+\nhelm repo update flanksource\nhelm upgrade --install cloud flanksource\/mission-control-aws/
  )
  expect(command).toContain('--namespace shop --create-namespace')
  expect(command).toContain('--labels team=platform')
  expect(parse(valuesIn(command) ?? '')).toEqual(release.values)
  expect(helmCommand({ ...release, labels: {}, values: null })).not.toMatch(/--labels|--values/)
})

test('nothing that is typed becomes a command of the shell', () => {
  const command = helmCommand({ ...release, name: "a'; rm -rf /", namespace: '$(id)', labels: { a: '`id`' } })
  expect(command).toContain(String.raw`--install 'a'\''; rm -rf /'`)
  expect(command).toContain(`--namespace '$(id)'`)
  expect(command).toContain("--labels 'a=`id`'")
  const text = 'a\nVALUES\nrm -rf /'
  const long = helmCommand({ ...release, values: { text } })
  expect(parse(valuesIn(long) ?? '')).toEqual({ text })
})

test('of the values that somebody gives nothing is required, since the chart has its own', () => {
  const schema = {
    required: ['a'],
    properties: { required: { type: 'boolean' }, a: { required: ['b'], enum: [{ required: ['kept'] }] } },
    anyOf: [{ required: ['c'] }],
  }
  expect(schemaOfGiven(schema)).toEqual({
    properties: { required: { type: 'boolean' }, a: { enum: [{ required: ['kept'] }] } },
    anyOf: [{}],
  })
})
