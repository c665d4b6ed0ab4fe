import { expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { agentInstallTexts } from './agent-install'

const hostile = {
  agentName: `edge: "it's" $(id) \`id\` #1\nVALUES`,
  host: 'https://console.example',
  token: `mct_a:b' "$HOME"\\n`,
}
const upstream = {
  createSecret: true,
  host: hostile.host,
  username: 'token',
  password: hostile.token,
  agentName: hostile.agentName,
}

/** The values of each release, as the shell passes them to Helm. */
const valuesIn = (command: string) =>
  [...command.matchAll(/<<'(\w+)'\n([\s\S]*?)\n\1\n/g)].map(([, , text]) => parse(text ?? '') as unknown)

test('the Helm command passes every value unchanged, whatever it contains', () => {
  const { helm } = agentInstallTexts({ ...hostile, scrapeInterval: '30m' })
  expect(valuesIn(helm)).toEqual([{ upstream }, { clusterName: hostile.agentName, interval: '30m' }])
  expect(helm).toMatch(
    /^helm repo add flanksource \S+\nhelm repo update flanksource\nhelm upgrade --install mission-control-agent flanksource\/mission-control-agent /
  )
  // Outside the quoted values, nothing of them is part of the command.
  expect(helm.replaceAll(/<<'(\w+)'\n[\s\S]*?\n\1\n/g, '')).not.toContain('edge')
})

test('the Flux manifest is one repository and the releases with every value unchanged', () => {
  const documents = parseAllDocuments(agentInstallTexts({ ...hostile, scrapeInterval: '1h' }).flux)
  expect(documents.flatMap(({ errors }) => errors)).toEqual([])
  const [repository, agent, scraper, ...others] = documents.map((one) => one.toJS() as unknown)
  expect(others).toEqual([])
  expect(repository).toMatchObject({ kind: 'HelmRepository', metadata: { namespace: 'mission-control-agent' } })
  expect(agent).toMatchObject({ kind: 'HelmRelease', spec: { values: { upstream } } })
  expect(scraper).toMatchObject({ kind: 'HelmRelease', spec: { values: { interval: '1h' } } })
})

test('an agent that does not scrape its cluster is one release', () => {
  const { helm, flux } = agentInstallTexts({ ...hostile, agentName: 'edge' })
  expect(valuesIn(helm)).toHaveLength(1)
  expect(parseAllDocuments(flux)).toHaveLength(2)
})
