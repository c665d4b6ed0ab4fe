import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { type ConsoleProcess, startConsole, temporaryFolder } from './console-process'

type KilledRunRow = { id: string; status: string; error: string | null }
type KilledRunsReport = {
  /** How often each action was executed, by run and action. */
  asked: ReadonlyMap<string, number>
  runs: readonly KilledRunRow[]
  /** The actions of the runs, with status. */
  actions: readonly { playbook_run_id: string; name: string; status: string }[]
  /** Milliseconds from each start after a kill until every run had ended. */
  settledMs: readonly number[]
}

const ACTIONS = ['first', 'second', 'third', 'fourth']
/** Duration of each action: long enough to be killed in the middle. */
const TAKES_MS = 40

/**
 * Starts the real program, submits runs of four actions, and kills it in the middle, repeatedly on one data folder.
 * Finally it is started once more and all runs end.
 * @param moment when to kill it, from 0 to 1 of the expected duration of the runs.
 */
export async function killedRuns({
  kills,
  runs,
  moment,
}: {
  kills: number
  runs: number
  moment: (kill: number) => number
}): Promise<KilledRunsReport> {
  const asked = new Map<string, number>()
  const target = createServer((request, response) => {
    const path = request.url ?? ''
    asked.set(path, (asked.get(path) ?? 0) + 1)
    void setTimeout(TAKES_MS).then(() => response.end())
  })
  await new Promise<void>((done) => target.listen(0, '127.0.0.1', done))
  const data = temporaryFolder()
  const start = () => startConsole(['--data', data.path, '--empty'])
  const settledMs: number[] = []
  let running: ConsoleProcess | undefined
  try {
    running = await start()
    const { port } = target.address() as AddressInfo
    const actions = ACTIONS.map((name) => ({ name, http: { url: `http://127.0.0.1:${port}/{{.run.id}}/${name}` } }))
    const playbook = await addPlaybookByApi(running.url, actions)
    for (let kill = 0; kill < kills; kill++) {
      const { url } = running
      await Promise.all(Array.from({ length: runs }, () => postJson(url, '/api/playbook/run', { id: playbook })))
      // Four actions run at once.
      await setTimeout(moment(kill) * ((runs * ACTIONS.length * TAKES_MS) / 4))
      await running.stop('SIGKILL')
      running = await start()
      const begun = performance.now()
      await settled(running.url)
      settledMs.push(performance.now() - begun)
    }
    return {
      asked,
      settledMs,
      runs: await rowsOf(running.url, 'playbook_runs?select=id,status,error'),
      actions: await rowsOf(running.url, 'playbook_run_actions?select=playbook_run_id,name,status'),
    }
  } finally {
    await running?.stop()
    target.closeAllConnections()
    target.close()
    data.remove()
  }
}

/** Actions that were executed more than once. */
export const findRepeatedActions = ({ asked }: KilledRunsReport) =>
  [...asked].filter(([, times]) => times > 1).map(([path]) => path)

/** Actions recorded as done but never executed, or the other way round. */
export const findUnrecordedActions = ({ asked, actions }: KilledRunsReport) =>
  actions
    .filter(({ playbook_run_id: run, name, status }) => status === 'completed' && !asked.has(`/${run}/${name}`))
    .map(({ playbook_run_id: run, name }) => `${run}/${name}`)

/** Adds a playbook through the API. @returns its id. */
export async function addPlaybookByApi(url: string, actions: readonly object[]): Promise<string> {
  const [row] = (await postJson(url, '/api/db/playbooks', {
    name: 'killed',
    title: 'killed',
    source: 'UI',
    spec: { actions },
  })) as { id: string }[]
  return row?.id ?? ''
}

/** @throws when the response is not a success. */
export async function postJson(url: string, path: string, body: object): Promise<unknown> {
  const headers = { 'Content-Type': 'application/json', Prefer: 'return=representation' }
  const answer = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) })
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
  return answer.json()
}

async function rowsOf<T>(url: string, query: string): Promise<T[]> {
  const rows: T[] = []
  for (;;) {
    const answer = await fetch(`${url}/api/db/${query}&order=id&limit=1000&offset=${rows.length}`)
    const page = (await answer.json()) as T[]
    if (!Array.isArray(page) || page.length === 0) return rows
    rows.push(...page)
  }
}

const ENDED = 'completed,failed,cancelled,timed_out'
/** Time limit for a run to end. */
const GIVES_UP_MS = 120_000

/** Waits until every run has ended, within the time limit. */
async function settled(url: string): Promise<void> {
  for (const begun = performance.now(); performance.now() - begun < GIVES_UP_MS; await setTimeout(50)) {
    const answer = await fetch(`${url}/api/db/playbook_runs?select=id&status=not.in.(${ENDED})&limit=1`)
    if (((await answer.json()) as unknown[]).length === 0) return
  }
}
