import { appendFile, mkdir, rename, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isCartUp } from './shop'

type Chance = { now: () => number; random: () => number }
type Writer = (at: Date, random: () => number) => string

const HISTORY_MS = 6 * 3_600_000
const PAST_EVERY_MS = 12_000
const EVERY_MS = 2000
/** Above this size, a file is renamed and a new one started. */
const LARGEST_BYTES = 4 * 1024 * 1024

const pick = <T>(list: readonly T[], random: () => number): T => list[Math.floor(random() * list.length)] as T
const order = (random: () => number) => `QM-${10_000 + Math.floor(random() * 90_000)}`
const ms = (usual: number, random: () => number) => Math.round(usual * (0.6 + random() * random() * 4))

const items = ['brass lantern', 'oak stool', 'wool blanket', 'copper kettle', 'linen apron', 'chart of the estuary']
const words = ['lantern', 'stool', 'kettle', 'blanket', 'tide table', 'café cups', 'סיר']

/** The log format of each service: realistic and different formats. */
const writers: Readonly<Record<string, Writer>> = {
  storefront: (at, random) => {
    const status = random() < 0.02 ? 500 : random() < 0.06 ? 404 : 200
    const level = status === 500 ? 'ERROR' : status === 404 ? 'WARN' : 'INFO'
    return `${at.toISOString()} ${level} GET /products/${Math.floor(random() * 400)} ${status} ${ms(60, random)}ms`
  },
  catalogue: (at, random) =>
    JSON.stringify({
      time: at.toISOString(),
      level: random() < 0.03 ? 'warn' : 'info',
      msg: `listed ${Math.floor(random() * 40)} of ${pick(items, random)}`,
      duration: `${ms(40, random)}ms`,
      zone: pick(['harbour-1', 'harbour-2', 'harbour-3'], random),
    }),
  search: (at, random) => {
    const took = ms(220, random)
    const [colour, level] = took > 500 ? [33, 'WARN'] : [32, 'INFO']
    return `\u001b[2m${at.toISOString()}\u001b[0m \u001b[${colour}m${level}\u001b[0m search \u001b[1m"${pick(words, random)}"\u001b[0m took ${took}ms`
  },
  cart: (at, random) =>
    isCartUp(at.getTime())
      ? `${at.toISOString()} [info] cart ${order(random)}: added ${pick(items, random)}`
      : `${at.toISOString()} [error] session store: connection refused, retry ${1 + Math.floor(random() * 5)} of 5`,
  checkout: (at, random) =>
    random() < 0.25
      ? [
          `${at.toISOString()} ERROR order ${order(random)} failed: card gateway: timeout after 5000ms`,
          '    at Gateway.authorise (gateway.ts:88:15)',
          '    at Checkout.pay (checkout.ts:214:9)',
          'Caused by: TimeoutError: no response from gateway.quillmoor.example:443',
        ].join('\n')
      : `${at.toISOString()} INFO order ${order(random)} placed in ${ms(300, random)}ms`,
  payments: (at, random) =>
    JSON.stringify({
      '@timestamp': at.toISOString(),
      severity: random() < 0.05 ? 'error' : 'info',
      message: random() < 0.05 ? 'the bank declined the card' : `captured ${(random() * 200).toFixed(2)} EUR`,
      order: order(random),
    }),
  orders: (at, random) => `${at.toISOString()} DEBUG stored ${order(random)} in ${ms(8, random)}ms`,
  accounts: (at) => `${at.toISOString()} WARN maintenance mode: responding 503 to all requests`,
  media: (at, random) =>
    `${at.toISOString()} FATAL could not pull image registry.quillmoor.example/media:${Math.floor(random() * 9)}`,
  inventory: (at, random) => `${at.toISOString()} INFO counted ${Math.floor(random() * 900)} of ${pick(items, random)}`,
  shipping: (at, random) => `${at.toISOString()} INFO parcel of ${order(random)} left the depot`,
  mailer: (at, random) => `${at.toISOString()} INFO sent the receipt for ${order(random)}`,
}

/**
 * Writes log lines of the last hours where no file exists, and continues while the process runs.
 * @returns a function that stops writing
 */
export async function writeLogs(folder: string, { now, random }: Chance): Promise<() => void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const pathOf = (service: string) => join(folder, `${service}.log`)
  for (const [service, write] of Object.entries(writers)) {
    const to = now()
    const lines: string[] = []
    for (let at = to - HISTORY_MS; at < to; at += PAST_EVERY_MS * (0.3 + random() * 1.4))
      lines.push(write(new Date(at), random))
    // An existing file is continued.
    await writeFile(pathOf(service), `${lines.join('\n')}\n`, { flag: 'wx' }).catch(() => {})
  }
  async function writeNext() {
    for (const [service, write] of Object.entries(writers)) {
      if (random() < 0.4) continue
      const path = pathOf(service)
      const size = await stat(path).then(
        (found) => found.size,
        () => 0
      )
      if (size > LARGEST_BYTES) await rename(path, `${path}.1`)
      await appendFile(path, `${write(new Date(now()), random)}\n`)
    }
  }
  // A full disk must not stop the console.
  const timer = setInterval(() => void writeNext().catch(() => {}), EVERY_MS)
  timer.unref()
  return () => clearInterval(timer)
}
