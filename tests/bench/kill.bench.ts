import { setTimeout } from 'node:timers/promises'
import { startConsole, temporaryFolder } from '../helpers/console-process'

const TRIALS = 25

/** Kills the process in the middle of writing, and counts the writes missing after the next start. */
export async function bench(): Promise<Record<string, string>> {
  const data = temporaryFolder()
  const acknowledged: string[] = []
  let lost = 0
  const reopened: number[] = []
  for (let trial = 0; trial <= TRIALS; trial++) {
    const running = await startConsole(['--data', data.path])
    reopened.push(running.startedInMs)
    const there = new Set(await names(running.url))
    lost += acknowledged.filter((name) => !there.has(name)).length
    if (trial < TRIALS) {
      const killed = new AbortController()
      const writing = Promise.all(
        [0, 1, 2, 3].map(async (writer) => {
          for (let n = 0; !killed.signal.aborted; n++) {
            const name = `bench.${trial}.${writer}.${n}`
            if (await acknowledges(running.url, name)) acknowledged.push(name)
          }
        })
      )
      await setTimeout(100 + Math.random() * 900)
      await running.stop('SIGKILL')
      killed.abort()
      await writing
    } else await running.stop()
  }
  data.remove()
  return {
    'kill -9 trials': String(TRIALS),
    'acknowledged writes': String(acknowledged.length),
    'of them lost': String(lost),
    'slowest reopening': `${(Math.max(...reopened.slice(1)) / 1000).toFixed(2)} s`,
  }
}

async function acknowledges(url: string, name: string): Promise<boolean> {
  try {
    const answer = await fetch(`${url}/api/db/properties`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name, value: 'x' }),
    })
    return answer.status === 201
  } catch {
    return false
  }
}

async function names(url: string): Promise<string[]> {
  const all: string[] = []
  for (;;) {
    const page = await fetch(`${url}/api/db/properties?select=name&order=name&offset=${all.length}&limit=2000`)
    if (page.status === 416) return all
    const rows: { name: string }[] = await page.json()
    all.push(...rows.map(({ name }) => name))
    if (rows.length < 2000) return all
  }
}
