import { get } from 'node:http'
import { chromium, type Page } from 'playwright'
import { browserFlags } from '../../browser-flags'
import { findBrowser } from '../../scripts/lib/browser.mjs'
import { startConsole, temporaryFolder } from '../helpers/console-process'
import { cpuSeconds } from './figures'

const SUMMARY = '/api/canary/api/summary'
const PER_CANARY = 5
const REQUESTS = 100

/**
 * The cost of the summary for idle checks: bytes sent, and processor time of the server. Linux only: it reads `/proc`.
 */
export async function bench(): Promise<Record<string, string>> {
  const executablePath = await findBrowser()
  const browser = await chromium.launch({ args: [...browserFlags], ...(executablePath ? { executablePath } : {}) })
  const figures: Record<string, string> = {}
  for (const checks of [1000, 5000]) {
    const data = temporaryFolder()
    const running = await startConsole(['--data', data.path, '--empty'])
    await addCanaries(running.url, checks / PER_CANARY)
    const { headers } = await ask(running.url, {})
    const ways = {
      'as it is': {},
      gzip: { 'Accept-Encoding': 'gzip' },
      brotli: { 'Accept-Encoding': 'br' },
      unchanged: { 'If-None-Match': headers.etag ?? '' },
    }
    for (const [way, asked] of Object.entries(ways)) {
      const { bytes } = await ask(running.url, asked)
      const before = cpuSeconds(running.pid)
      for (let n = 0; n < REQUESTS; n++) await ask(running.url, asked)
      const ms = ((cpuSeconds(running.pid) - before) / REQUESTS) * 1000
      figures[`${checks} checks, ${way}`] = `${kilobytes(bytes)}, processor ${ms.toFixed(1)} ms`
    }
    const page = await browser.newPage()
    const loads = [await summaryOf(page, running.url), await summaryOf(page, running.url)]
    figures[`${checks} checks, on the wire to Chromium, first and second load`] = loads.map(kilobytes).join(', ')
    await page.context().close()
    await running.stop()
    data.remove()
  }
  await browser.close()
  return figures
}

async function addCanaries(url: string, canaries: number): Promise<void> {
  const rows = Array.from({ length: canaries }, (_, n) => ({
    name: `canary-${n}`,
    namespace: 'bench',
    labels: { team: ['payments', 'search', 'platform'][n % 3], region: ['eu-west-1', 'us-east-1'][n % 2] },
    spec: {
      schedule: '@never',
      http: Array.from({ length: PER_CANARY }, (_unused, m) => ({
        name: `check-${n}-${m}`,
        url: `http://service-${n}.bench.example/${m}`,
      })),
    },
  }))
  await fetch(`${url}/api/db/canaries`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(rows),
  })
  // Checks are created after their canaries.
  for (let found = 0; found < canaries * PER_CANARY;) {
    const answer: { checks_summary?: unknown[] } = await (await fetch(url + SUMMARY)).json()
    found = answer.checks_summary?.length ?? 0
  }
}

/** `fetch` would request its own encodings and decompress them. */
const ask = (url: string, headers: Record<string, string>) =>
  new Promise<{ headers: { etag?: string | undefined }; bytes: number }>((settle, reject) => {
    get(url + SUMMARY, { headers }, (answer) => {
      let bytes = 0
      answer.on('data', (chunk: Buffer) => (bytes += chunk.length))
      answer.on('end', () => settle({ headers: answer.headers, bytes }))
    }).on('error', reject)
  })

/** Loads the health page. @returns the bytes received for the summary, including headers. */
async function summaryOf(page: Page, url: string): Promise<number> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Network.enable')
  const arrived = new Promise<number>((resolve) => {
    const asked = new Set<string>()
    devtools.on('Network.requestWillBeSent', ({ requestId, request }) => {
      if (request.url.endsWith(SUMMARY)) asked.add(requestId)
    })
    devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      if (asked.has(requestId)) resolve(encodedDataLength)
    })
  })
  await page.goto(`${url}/health`)
  const bytes = await arrived
  await devtools.detach()
  return bytes
}

const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`
