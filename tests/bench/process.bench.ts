import { readFileSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { startConsole, temporaryFolder } from '../helpers/console-process'
import { startTarget } from '../helpers/target'
import { cpuSeconds, formatMs, percentile } from './figures'

const CHECKS = 1000
const PER_CANARY = 5
const PERIOD_MS = 30_000
const MEASURED_MS = 300_000

/** The real program with 1,000 http checks every 30 s for five minutes. Linux only: it reads `/proc`. */
export async function bench(): Promise<Record<string, string>> {
  const target = await startTarget()
  const data = temporaryFolder()
  const running = await startConsole(['--data', data.path, '--empty'])
  const canaries = Array.from({ length: CHECKS / PER_CANARY }, (_, n) => ({
    name: `canary-${n}`,
    namespace: 'bench',
    spec: {
      schedule: '@every 30s',
      http: Array.from({ length: PER_CANARY }, (_unused, m) => ({
        name: `check-${n}-${m}`,
        url: `http://127.0.0.1:${target.port}/`,
      })),
    },
  }))
  await fetch(`${running.url}/api/db/canaries`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(canaries),
  })
  await setTimeout(2 * PERIOD_MS)

  const cpuBefore = cpuSeconds(running.pid)
  const summaries: number[] = []
  for (const begun = performance.now(); performance.now() - begun < MEASURED_MS; await setTimeout(10_000)) {
    const asked = performance.now()
    await (await fetch(`${running.url}/api/canary/api/summary`)).text()
    summaries.push(performance.now() - asked)
  }
  const cpu = (cpuSeconds(running.pid) - cpuBefore) / (MEASURED_MS / 1000)
  const { runs, late } = await intervals(running.url)
  const memory = peakMemoryMb(running.pid)
  await running.stop()
  target.stop()
  data.remove()
  return {
    'runs stored, of those expected': `${runs} of ${Math.round((CHECKS * MEASURED_MS) / PERIOD_MS)}`,
    'interval between runs beyond 30 s': `p50 ${formatMs(percentile(late, 0.5))}, p95 ${formatMs(percentile(late, 0.95))}, most ${formatMs(Math.max(...late))}`,
    processor: `${(cpu * 100).toFixed(0)} % of one core`,
    'memory at its peak': `${memory} MB`,
    'summary of all checks meanwhile': `p50 ${formatMs(percentile(summaries, 0.5))}, p95 ${formatMs(percentile(summaries, 0.95))}`,
  }
}

/** Milliseconds by which each stored run began later than 30 s after the previous one (0 when earlier). */
async function intervals(url: string): Promise<{ runs: number; late: number[] }> {
  const since = new Date(Date.now() - MEASURED_MS).toISOString()
  const last = new Map<string, number>()
  const late: number[] = []
  let runs = 0
  for (let offset = 0; ; offset += 2000) {
    const page = await fetch(
      `${url}/api/db/check_statuses?select=check_id,time&time=gt.${since}&order=time,check_id&offset=${offset}`
    )
    const rows: { check_id: string; time: string }[] = await page.json()
    for (const { check_id, time } of rows) {
      const at = Date.parse(time)
      const before = last.get(check_id)
      if (before !== undefined) late.push(Math.max(0, at - before - PERIOD_MS))
      last.set(check_id, at)
    }
    runs += rows.length
    if (rows.length < 2000) return { runs, late }
  }
}

const peakMemoryMb = (pid: number) =>
  Math.round(Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024)
