import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { startConsole, temporaryFolder } from '../helpers/console-process'
import { addPlaybookByApi, postJson } from '../helpers/killed-runs'

const RUNS = 500

type Run = { created_at: string; start_time: string | null; end_time: string | null; status: string }

/** Queues 500 runs of one quick action in the real program. */
export async function bench(): Promise<Record<string, string>> {
  const target = createServer((_request, response) => response.end())
  await new Promise<void>((done) => target.listen(0, '127.0.0.1', done))
  const data = temporaryFolder()
  const console = await startConsole(['--data', data.path, '--empty'])
  try {
    const actions = [{ name: 'ask', http: { url: `http://127.0.0.1:${(target.address() as AddressInfo).port}/` } }]
    const id = await addPlaybookByApi(console.url, actions)
    const begun = performance.now()
    for (let given = 0; given < RUNS; given += 10)
      await Promise.all(Array.from({ length: 10 }, () => postJson(console.url, '/api/playbook/run', { id })))
    const queuedMs = performance.now() - begun
    const runs = await ended(console.url)
    const times = runs.map(({ created_at, start_time, end_time }) => {
      const [created, started, done] = [created_at, start_time ?? '', end_time ?? ''].map((time) => Date.parse(time))
      return { created: created ?? 0, waited: (started ?? 0) - (created ?? 0), done: done ?? 0 }
    })
    const first = Math.min(...times.map(({ created }) => created))
    const all = Math.max(...times.map(({ done }) => done)) - first
    const waits = times.map(({ waited }) => waited).toSorted((a, b) => a - b)
    const wait = (part: number) => `${((waits[Math.floor(part * (waits.length - 1))] ?? 0) / 1000).toFixed(2)} s`
    const alone = await Promise.all([0, 1, 2, 3, 4].map(async (n) => waitAlone(console.url, id, n)))
    return {
      'runs queued': `${runs.length} in ${(queuedMs / 1000).toFixed(1)} s`,
      completed: String(runs.filter(({ status }) => status === 'completed').length),
      throughput: `${(runs.length / (all / 1000)).toFixed(0)} runs/s`,
      'until a run starts, median': wait(0.5),
      '… 95th percentile': wait(0.95),
      '… the last': wait(1),
      '… of one run on an idle server, median': `${alone.toSorted((a, b) => a - b)[2]} ms`,
    }
  } finally {
    await console.stop()
    target.closeAllConnections()
    target.close()
    data.remove()
  }
}

async function runsOf(url: string, query: string): Promise<Run[]> {
  const answer = await fetch(`${url}/api/db/playbook_runs?select=created_at,start_time,end_time,status&${query}`)
  return (await answer.json()) as Run[]
}

async function ended(url: string): Promise<Run[]> {
  for (;;) {
    const left = await runsOf(url, 'status=not.in.(completed,failed,cancelled,timed_out)&limit=1')
    if (left.length === 0) return runsOf(url, 'limit=1000')
    await setTimeout(100)
  }
}

async function waitAlone(url: string, playbook: string, turn: number): Promise<number> {
  await setTimeout(turn * 1500)
  const { run_id: id } = (await postJson(url, '/api/playbook/run', { id: playbook })) as { run_id: string }
  await setTimeout(1200)
  const [run] = await runsOf(url, `id=eq.${id}`)
  return Date.parse(run?.start_time ?? '') - Date.parse(run?.created_at ?? '')
}
