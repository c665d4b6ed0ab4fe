import { spawn } from 'node:child_process'
import { access, constants } from 'node:fs/promises'
import type { Socket } from 'node:net'
import { delimiter, join } from 'node:path'
import { traceStep, redactCutSecret } from './redaction'

export type ProgramResult = {
  code: number | null
  signal: NodeJS.Signals | null
  /** The first 64 kB of its output. */
  stdout: string
  stderr: string
  /** The complete output up to `wholeBytes`, with secrets; only if requested. */
  whole?: { stdout: Buffer; stderr: Buffer }
}

/** Enough to understand a failure; further output is discarded. */
const MOST_OUTPUT_BYTES = 64 * 1024
const PIPES_CLOSE_WITHIN_MS = 500

/**
 * Runs a program without a shell, in a process group of its own, which the signal kills as a whole.
 * @param cwd working directory; default: that of this process.
 * @param graceMs if set, the signal first sends SIGTERM and kills the group after this time; the output until then is
 * the result. The group also ends this way when this process is killed.
 * @param wholeBytes bytes to store of each output stream, in addition to the first 64 kB.
 * @throws when it cannot be started, or the signal aborts without a grace period.
 */
export const runProgram = (file: string, args: readonly string[], options: ProgramOptions): Promise<ProgramResult> =>
  traceStep(() => run(file, args, options), { asked: () => [file, ...args].join(' '), answered: resultText })

type ProgramOptions = {
  env: NodeJS.ProcessEnv
  cwd?: string
  graceMs?: number | undefined
  wholeBytes?: number | undefined
  signal: AbortSignal
}

function run(
  file: string,
  args: readonly string[],
  { env, cwd, graceMs, wholeBytes, signal }: ProgramOptions
): Promise<ProgramResult> {
  return new Promise((settle, reject) => {
    if (signal.aborted) return reject(new Error('aborted'))
    // Started first, so that the program always has a watcher.
    const watcher = graceMs === undefined ? undefined : startWatcher(graceMs)
    const child = spawn(file, args, {
      env,
      ...(cwd !== undefined && { cwd }),
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    })
    // Registered first: without free file handles there are no pipes, only this error.
    child.once('error', reject)
    const most = wholeBytes ?? MOST_OUTPUT_BYTES
    const stdout = collect(child.stdout, most)
    const stderr = collect(child.stderr, most)
    let patience: NodeJS.Timeout | undefined
    const kill = () => {
      if (graceMs === undefined) {
        endGroup(child.pid, 'SIGKILL')
        return reject(new Error('aborted'))
      }
      endGroup(child.pid, 'SIGTERM')
      patience = setTimeout(() => endGroup(child.pid, 'SIGKILL'), graceMs)
    }
    signal.addEventListener('abort', kill, { once: true })
    watcher?.watch(child.pid)
    child.once('error', () => watcher?.end())
    child.once('exit', (code, killedBy) => {
      watcher?.end()
      signal.removeEventListener('abort', kill)
      clearTimeout(patience)
      // Also kills the rest of the group, which closes the pipes. Processes that left the group may hold the pipes
      // open.
      endGroup(child.pid, 'SIGKILL')
      const finish = () => {
        clearTimeout(late)
        child.stdout.destroy()
        child.stderr.destroy()
        settle({
          code,
          signal: killedBy,
          stdout: stdout.beginning(),
          stderr: stderr.beginning(),
          ...(wholeBytes !== undefined && { whole: { stdout: stdout.whole(), stderr: stderr.whole() } }),
        })
      }
      // Waits one more turn of the event loop: after a turn that took this long, output is still unread.
      const late = setTimeout(() => setImmediate(finish), PIPES_CLOSE_WITHIN_MS)
      child.once('close', finish)
    })
  })
}

/** Searches a program in a PATH; undefined when it is not found. */
export async function findProgram(name: string, path = process.env['PATH'] ?? ''): Promise<string | undefined> {
  for (const folder of path.split(delimiter).filter(Boolean)) {
    const file = join(folder, name)
    try {
      await access(file, constants.X_OK)
      return file
    } catch {
      // The program is not in this folder.
    }
  }
  return undefined
}

/** A negative id addresses the whole group. A group that has ended needs no signal. */
function endGroup(pid: number | undefined, signal: 'SIGTERM' | 'SIGKILL'): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, signal)
  } catch {
    // ESRCH: the group has ended.
  }
}

/**
 * Ends a process group if this process is killed first: a shell waits for the end of a pipe that only this process
 * holds open.
 */
function startWatcher(graceMs: number) {
  const script =
    'read -r group <&3; read -r _ <&3; [ "$group" ] || exit; kill -s TERM -- "-$group"; sleep "$1"; kill -s KILL -- "-$group"'
  const shell = spawn('/bin/sh', ['-c', script, 'sh', String(Math.ceil(graceMs / 1000))], {
    env: { PATH: process.env['PATH'] },
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    detached: true,
  })
  const pipe = shell.stdio[3] as Socket | null | undefined
  // The program runs even if the watcher fails.
  for (const part of [shell, pipe]) part?.on('error', () => {})
  shell.unref()
  return {
    watch: (group: number | undefined) => void (group !== undefined && pipe?.write(`${group}\n`)),
    end: () => void shell.kill('SIGKILL'),
  }
}

function collect(stream: NodeJS.ReadableStream, mostBytes: number) {
  const chunks: Buffer[] = []
  let size = 0
  stream.on('data', (chunk: Buffer) => {
    if (size < mostBytes) chunks.push(chunk)
    size += chunk.length
  })
  const whole = () => Buffer.concat(chunks).subarray(0, mostBytes)
  return {
    whole,
    beginning: () => {
      const text = whole().subarray(0, MOST_OUTPUT_BYTES).toString('utf8')
      return size > MOST_OUTPUT_BYTES ? redactCutSecret(text) : text
    },
  }
}

const resultText = ({ code, signal, stdout, stderr }: ProgramResult) =>
  [
    signal ? `Killed by ${signal}` : `Exit code ${code}`,
    ...(stdout ? ['', stdout.trimEnd()] : []),
    ...(stderr ? ['', 'Standard error:', stderr.trimEnd()] : []),
  ].join('\n')
