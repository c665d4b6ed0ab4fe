import { beforeEach, expect, test, vi } from 'vitest'
import * as incidents from '@/api/incidents/incident-rows'
import { digestLines, formatLinesId, pickLines } from '@/lib/catalog/line-text'
import { registerLines } from '@/lib/logs/displayed-lines'
import { documentToYaml } from '@/lib/catalog/document-yaml'
import type { Effects } from '../command'
import { linkEvidence } from './evidence.runs'

/** The existing evidence of open incidents, by check id. */
let known: string[] = []
const effects = {
  fetch: async ({ queryKey: [of] }: { queryKey: readonly unknown[] }) =>
    of === 'whoami'
      ? { payload: { user: { id: 'me' } } }
      : { hypotheses: [{ id: 'h', evidences: known.map((check_id) => ({ check_id })) }] },
  mutate: (mutation: { mutationFn(variables: unknown): unknown }, variables: unknown) => mutation.mutationFn(variables),
} as unknown as Effects
const calls = () => ({
  createIncident: vi.spyOn(incidents, 'createIncident').mockResolvedValue('i'),
  createRootHypothesis: vi.spyOn(incidents, 'createRootHypothesis').mockResolvedValue('h'),
  createEvidence: vi.spyOn(incidents, 'createEvidence').mockResolvedValue('e'),
})
let api: ReturnType<typeof calls>
beforeEach(() => {
  vi.restoreAllMocks()
  known = []
  api = calls()
})

const sources = ['a', 'b'].map((id) => ({ kind: 'check' as const, id, label: id }))
const made = { to: 'new', incidentId: 'i', hypothesisId: 'h', evidences: { a: 'e' } }
const isNew = { sources, title: 'Payments down', type: 'cost', severity: 'Low' }

test('continues a retry with the records already created', async () => {
  await linkEvidence({ ...isNew, made }, effects)
  expect(api.createIncident).not.toHaveBeenCalled()
  expect(api.createEvidence.mock.calls.map(([{ source, hypothesisId }]) => [source.id, hypothesisId])).toEqual([
    ['b', 'h'],
  ])
})

test('does not reuse the records of one incident for another', async () => {
  api.createRootHypothesis.mockResolvedValue('other h')
  await linkEvidence({ sources, incident: 'x', title: 'Other', hypothesisTitle: 'Network', made }, effects)
  expect(api.createRootHypothesis).toHaveBeenCalledWith('x', 'Network', 'me')
  expect(api.createEvidence.mock.calls.map(([{ source, hypothesisId }]) => [source.id, hypothesisId])).toEqual([
    ['a', 'other h'],
    ['b', 'other h'],
  ])
})

const isOpen = { sources, incident: 'x', title: 'Payments down', hypothesis: 'h', made: undefined }

test('does not link existing evidence again and reports it', async () => {
  known = ['a']
  expect((await linkEvidence(isOpen, effects)).message).toBe(
    'Linked to incident successfully: Payments down. a is already evidence of it.'
  )
  expect(api.createEvidence.mock.calls.map(([{ source }]) => source.id)).toEqual(['b'])
  known = ['a', 'b', 'c']
  const outcome = await linkEvidence(isOpen, effects)
  expect(outcome).toEqual({ message: 'a and b are already evidence of “Payments down”.' })
  expect(api.createEvidence).toHaveBeenCalledTimes(1)
})

test('counts evidence of an earlier attempt as its own', async () => {
  known = ['a']
  await linkEvidence(
    { ...isOpen, made: { to: 'x h', incidentId: undefined, hypothesisId: undefined, evidences: { a: 'e' } } },
    effects
  )
  expect(api.createEvidence.mock.calls.map(([{ source }]) => source.id)).toEqual(['b'])
})

const ITEM = '5a000020-0000-4000-8000-000000000105'
const config = { kind: 'Deployment', spec: { replicas: 2, image: 'checkout:4.19.0' } }

/** Effects of a page that shows the item with this document. */
const showing = (document: unknown, linked: readonly object[] = []): Effects => ({
  ...effects,
  fetch: (async ({ queryKey: [of, what], queryFn }: { queryKey: readonly unknown[]; queryFn(): unknown }) => {
    if (what === 'byId') return { id: ITEM, config: document }
    if (what === 'text') return queryFn()
    return of === 'whoami' ? { payload: { user: { id: 'me' } } } : { hypotheses: [{ id: 'h', evidences: linked }] }
  }) as unknown as Effects['fetch'],
})

async function chosen(from: number, to: number) {
  const digest = digestLines(pickLines(await documentToYaml(config), { from, to }))
  const id = formatLinesId({ configId: ITEM, format: 'yaml', range: { from, to }, digest })
  return { ...isOpen, sources: [{ kind: 'lines' as const, id, label: `lines ${from}–${to} of checkout` }] }
}

test('stores lines with their numbers and text, in the displayed format [ENT-12]', async () => {
  await linkEvidence(await chosen(2, 3), showing(config))
  const [evidence, columns] = api.createEvidence.mock.calls[0] ?? []
  expect(evidence?.snapshot).toMatchObject({ format: 'yaml', lines: { 2: 'spec:', 3: '  replicas: 2' } })
  expect(columns?.get(evidence?.source.id ?? '')).toEqual({ config_id: ITEM })
})

test('does not link the same lines twice, but links other lines of the document', async () => {
  const wanted = await chosen(2, 3)
  const selection = wanted.sources[0]?.id.slice(ITEM.length + 1)
  const linked = [{ config_id: ITEM, selection }]
  expect((await linkEvidence(wanted, showing(config, linked))).message).toBe(
    'Lines 2–3 of checkout are already evidence of “Payments down”.'
  )
  expect(api.createEvidence).not.toHaveBeenCalled()
  await linkEvidence(await chosen(3, 4), showing(config, linked))
  expect(api.createEvidence).toHaveBeenCalledTimes(1)
  await linkEvidence({ ...isOpen, sources: [{ kind: 'config', id: ITEM, label: 'checkout' }] }, showing(config, linked))
  expect(api.createEvidence).toHaveBeenCalledTimes(2)
})

test('refuses lines that have changed or are gone', async () => {
  const wanted = await chosen(2, 3)
  await expect(linkEvidence(wanted, showing({ ...config, spec: { replicas: 3 } }))).rejects.toThrow(
    'The document changed after lines 2–3 of checkout were chosen. Choose them again.'
  )
  await expect(linkEvidence(wanted, showing({}))).rejects.toThrow('The document changed')
  expect(api.createEvidence).not.toHaveBeenCalled()
})

test('refuses more than a thousand lines', async () => {
  const long = Object.fromEntries(Array.from({ length: 1002 }, (_, at) => [`key${String(at).padStart(4, '0')}`, at]))
  const range = { from: 1, to: 1001 }
  const id = formatLinesId({
    configId: ITEM,
    format: 'yaml',
    range,
    digest: digestLines(pickLines(await documentToYaml(long), range)),
  })
  const many = { ...isOpen, sources: [{ kind: 'lines' as const, id, label: 'lines 1–1001 of checkout' }] }
  await expect(linkEvidence(many, showing(long))).rejects.toThrow('At most 1,000 lines and 200,000 characters')
})

const logLine = (id: string, time: number) => ({
  id,
  time,
  message: `${id}\0`,
  labels: { app: 'cart' },
  level: 'error' as const,
})

test('combines log lines into one evidence, with unchanged text, in chronological order', async () => {
  const end = registerLines((ids) =>
    [logLine('l2', 2000), logLine('l1', 1000)]
      .filter(({ id }) => ids.has(id))
      .map((one) => ({ ...one, componentId: 'c', component: 'cart' }))
  )
  const lines = ['l2', 'l1'].map((id) => ({ kind: 'logline' as const, id, label: id }))
  await linkEvidence({ ...isNew, sources: lines, made: undefined }, effects)
  expect(api.createEvidence).toHaveBeenCalledTimes(1)
  const [created] = api.createEvidence.mock.calls
  const { snapshot } = created?.[0] ?? {}
  const columns = created?.[1]
  expect(snapshot).toEqual([
    { timestamp: '1970-01-01T00:00:01.000Z', message: 'l1\u2400', labels: { app: 'cart' } },
    { timestamp: '1970-01-01T00:00:02.000Z', message: 'l2\u2400', labels: { app: 'cart' } },
  ])
  expect(columns?.get('l2')).toEqual({ component_id: 'c' })
  end()
  await expect(linkEvidence({ ...isNew, sources: lines, made: undefined }, effects)).rejects.toThrow(
    /are no longer shown/
  )
  const many = Array.from({ length: 201 }, (_, at) => ({ kind: 'logline' as const, id: String(at), label: '' }))
  await expect(linkEvidence({ ...isNew, sources: many, made: undefined }, effects)).rejects.toThrow(
    /At most 200 log lines/
  )
})
