import { expect, test, vi } from 'vitest'
import { ApiError } from '@/api/http'
import { answerOf, LISTED, type Variation, variationNames, variations } from './answers'
import { consoleCalls, notMeasured, partsOfCalls, sendNothing } from './console-calls'
import { shapeOfRequest } from './measured'

/** The paths of all requests. */
const requested = new Set<string>()

/** Answers every request with a variation of its measured shape. @returns the requests whose answer was not measured */
function answerWith(variation: Variation): string[] {
  const unknown: string[] = []
  vi.stubGlobal('navigator', { onLine: true })
  vi.stubGlobal('fetch', async (input: string, { method = 'GET' }: RequestInit = {}) => {
    const url = new URL(input, 'http://console.test')
    requested.add(url.pathname)
    try {
      const shape = shapeOfRequest(method.toUpperCase(), url)
      if (shape.is === 'value' && shape.type === 'null') return new Response(null, { status: 204 })
      const data = answerOf(shape, variation)
      const rows = Array.isArray(data) ? data.length : 0
      return Response.json(data, { headers: { 'Content-Range': rows === 0 ? '*/0' : `0-${rows - 1}/${rows}` } })
    } catch (error) {
      // The console reports it as a network error, or leaves out a section of a page.
      unknown.push(String(error))
      throw error
    }
  })
  return unknown
}

/** Number of entries that a view would show. */
function countShown(result: unknown): number {
  if (result === null || result === undefined) return 0
  if (Array.isArray(result)) return result.length
  if (result instanceof Map || result instanceof Set) return result.size
  // A row is one result, even if it has such a member.
  if ((result as { id?: unknown }).id !== undefined) return 1
  const list = ['rows', 'items', 'entries', 'events'].map((name) => (result as Record<string, unknown>)[name])
  return (list.find((one): one is unknown[] => Array.isArray(one)) ?? [result]).length
}

/** The parts that a view would report as missing, although it shows the rest. */
const readMissing = (result: unknown): readonly string[] =>
  ['missing', 'failed'].flatMap((name) => {
    const list = (result as Record<string, unknown> | null | undefined)?.[name]
    return Array.isArray(list) ? list.map((one) => `missing ${JSON.stringify(one)}`) : []
  })

const describeFailure = (error: unknown) =>
  error instanceof Error ? [error.message, error.cause].filter(Boolean).join(' ') : String(error)

/** The error of a call for one variation of the answers. */
async function problemsOf(
  { send, shows = { full: LISTED }, gone = [] }: (typeof consoleCalls)[string],
  variation: Variation
): Promise<readonly string[]> {
  const unknown = answerWith(variation)
  const isGone = gone.includes(variation)
  try {
    const result = await send()
    const expected = shows[variation] ?? (variation === 'single' ? Math.min(1, shows.full) : shows.full)
    const shown = countShown(result)
    const isOther = variation !== 'empty' && shown !== expected
    return [
      ...unknown,
      ...readMissing(result),
      ...(isGone ? ['succeeds'] : isOther ? [`shows ${shown} instead of ${expected}`] : []),
    ]
  } catch (error) {
    return isGone && error instanceof ApiError && error.status === 404 ? unknown : [...unknown, describeFailure(error)]
  }
}

for (const [name, one] of Object.entries(consoleCalls))
  test(`${name} shows what the servers answer [CALL-138]`, async () => {
    const problems: string[] = []
    for (const variation of variations)
      if (variation !== 'empty' || !one.isChange)
        for (const problem of await problemsOf(one, variation))
          problems.push(`${variationNames[variation]}: ${problem}`)
    expect(problems).toEqual([])
  })

// The answers of config-db and of log services were not measured.
const bases = ['db', 'canary', 'catalog', 'agent', 'auth', 'people', 'playbook', 'notification']

test('every request goes below a base of the protocol, and each of these bases is used [CALL-05]', () => {
  const paths = [...requested]
  expect(paths.filter((path) => !path.startsWith('/api/'))).toEqual([])
  const used = new Set(paths.map((path) => path.split('/')[2]))
  expect(bases.filter((base) => !used.has(base))).toEqual([])
})

test.each([
  'catalog/catalog-list catalogList.page',
  'catalog/insights insights.page',
  'incidents/incident-list incidentList.page',
  'playbooks/run-list runList.page',
])('%s leaves out a row that it cannot read, and says so', async (name) => {
  answerWith('full')
  const answer = fetch
  vi.stubGlobal('fetch', async (input: string, init: RequestInit) => {
    const sent = await answer(input, init)
    if (new Headers(init.headers).get('Prefer') !== 'count=exact') return sent
    const [first, ...others] = (await sent.json()) as object[]
    return Response.json([{ ...first, id: 'no id' }, ...others], { headers: sent.headers })
  })
  expect(await consoleCalls[name]?.send()).toMatchObject({
    rows: Array.from({ length: LISTED - 1 }, () => expect.anything() as unknown),
    omitted: '1 row of this page could not be read and is not shown.',
  })
})

const modules = import.meta.glob<Record<string, unknown>>(['../../src/api/**/*.ts', '!**/*.test.ts'], { eager: true })

/** All exported functions, and those of exported objects, as `module name`. */
const exported = Object.entries(modules).flatMap(([path, module]) => {
  const of = path.slice('../../src/api/'.length, -'.ts'.length)
  return partsOfCalls.includes(of)
    ? []
    : Object.entries(module).flatMap(([name, value]) => functionsIn(`${of} ${name}`, value))
})

function functionsIn(name: string, value: unknown): string[] {
  if (typeof value === 'function') return [name]
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) return []
  return Object.entries(value).flatMap(([member, one]) => (typeof one === 'function' ? [`${name}.${member}`] : []))
}

test('every function of src/api is called here, or the table says why it is not', () => {
  const listed = [...Object.keys(consoleCalls), ...Object.keys(notMeasured), ...sendNothing]
  expect(exported.toSorted()).toEqual(listed.toSorted())
})
