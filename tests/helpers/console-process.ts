import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const script = fileURLToPath(new URL('../../scripts/start.mjs', import.meta.url))

export type ConsoleProcess = {
  url: string
  /** Milliseconds from the start of the process to the printed block. */
  startedInMs: number
  /** The output so far, of both streams. */
  output(): string
  pid: number
  /** Sends a signal and waits for the end. */
  stop(signal?: NodeJS.Signals): Promise<{ code: number | null; signal: NodeJS.Signals | null }>
}

/** An empty folder for one test; call `remove` afterwards. */
export function temporaryFolder(): { path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), 'console-data-'))
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) }
}

/**
 * Starts the real program like `npm start`, on a free port, and waits until it prints its address. Sign-in is off by
 * default.
 */
export async function startConsole(args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<ConsoleProcess> {
  const begun = performance.now()
  const { child, output } = run(['--port', '0', ...args], env)
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout?.on('data', () => {
      const [, address] = /Open\s+(http\S+)/.exec(output()) ?? []
      if (address) resolve(address)
    })
    child.once('exit', (code) => reject(new Error(`The console ended with ${code}:\n${output()}`)))
  })
  return {
    url,
    startedInMs: performance.now() - begun,
    output,
    pid: child.pid ?? 0,
    stop: async (signal = 'SIGTERM') => {
      if (child.exitCode !== null || child.signalCode !== null)
        return { code: child.exitCode, signal: child.signalCode }
      const ended = once(child, 'exit')
      child.kill(signal)
      await ended
      return { code: child.exitCode, signal: child.signalCode }
    },
  }
}

/** Runs the program to its end. */
export async function runConsole(args: readonly string[], env: NodeJS.ProcessEnv = {}) {
  const { child, output } = run(args, env)
  await once(child, 'close')
  return { code: child.exitCode, output: output() }
}

/** Starts the program and kills it after some time, in whatever state it is. */
export async function killedAfter(ms: number, args: readonly string[]): Promise<void> {
  const { child } = run(['--port', '0', ...args], {})
  const ended = once(child, 'exit')
  setTimeout(() => child.kill('SIGKILL'), ms)
  await ended
}

function run(args: readonly string[], env: NodeJS.ProcessEnv): { child: ChildProcess; output: () => string } {
  const isOpen = !env['CONSOLE_PASSWORD'] && !args.some((arg) => ['--auth', '--backend', '--help'].includes(arg))
  const child = spawn(process.execPath, [script, ...args, ...(isOpen ? ['--auth', 'none'] : [])], {
    env: { ...process.env, DATABASE_URL: '', CONSOLE_PASSWORD: '', CHART_FILES_URL: 'off', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let text = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (text += String(chunk)))
  return { child, output: () => text }
}
