import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findProgram, runProgram, type ProgramResult } from './run-program'
import { redactAndClip, redactSecrets } from './redaction'

/** Variables that programs inherit from the environment of the console, which also contains its secrets. */
const inherited = ['HOME', 'LANG', 'LC_ALL', 'LC_CTYPE', 'LOGNAME', 'PATH', 'SHELL', 'TMPDIR', 'TZ', 'USER']

/** The environment of a program: the harmless variables of the console, and those of the check or action. */
export function programEnv(named: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
  const ours = inherited.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]]))
  return { ...Object.fromEntries(ours), ...named }
}

export type ScriptResult = ProgramResult & {
  /** The program that was run, and its arguments. */
  path: string
  args: string[]
  /** Why it failed; undefined for exit code 0. */
  error?: string
}

export type ScriptOptions = {
  /** Additional environment variables. */
  env: Readonly<Record<string, string>>
  signal: AbortSignal
  /** See `runProgram` for these two. */
  graceMs?: number
  wholeBytes?: number
  /** Reads the working folder after the program has ended, before the folder is removed. */
  onEnded?: (folder: string, result: ScriptResult) => Promise<void>
}

/**
 * Runs a script with the program in its first line (`#!/usr/bin/env python3`), otherwise with bash, or with sh if there
 * is no bash. The working folder is temporary; it is empty except for a script with such a line.
 * @throws when it cannot be started, or the signal aborts without a grace period.
 */
export const runScript = (script: string, options: ScriptOptions): Promise<ScriptResult> =>
  inFolder(options, (folder, searched) => programFor(script, folder, searched))

/** Runs a program with these arguments in the same way as a script, without a shell. */
export const runCommand = ([path = '', ...args]: readonly string[], options: ScriptOptions): Promise<ScriptResult> =>
  inFolder(options, async () => ({ path, args }))

async function inFolder(
  { env, signal, graceMs, wholeBytes, onEnded }: ScriptOptions,
  find: (folder: string, searched: string | undefined) => Promise<{ path: string; args: string[] }>
): Promise<ScriptResult> {
  const visible = programEnv(env)
  const cwd = await mkdtemp(join(tmpdir(), 'console-script-'))
  const run = async () => {
    const { path, args } = await find(cwd, visible['PATH'])
    const ended = await runProgram(path, args, { env: visible, cwd, signal, graceMs, wholeBytes })
    const result = { ...ended, path, args, ...errorOf(ended, signal) }
    await onEnded?.(cwd, result)
    return result
  }
  return run().finally(() =>
    // The process group has been killed, but processes that left it may still write.
    rm(cwd, { recursive: true, force: true, maxRetries: 3 }).catch(() => {})
  )
}

function errorOf({ code, signal: killedBy, stdout, stderr }: ProgramResult, signal: AbortSignal): { error?: string } {
  if (signal.aborted) return { error: 'aborted' }
  if (code === 0) return {}
  const ending = killedBy ? `killed by ${killedBy}` : `exit code ${code}`
  return { error: [ending, firstLines(stderr || stdout)].filter(Boolean).join(': ') }
}

/**
 * The program and arguments for a script. As in the kernel, the program of the first line reads the script from a file,
 * so any language works; unlike there, each word of the line is a separate argument.
 */
async function programFor(script: string, folder: string, searched: string | undefined) {
  const [, line] = /^#!(.*)/.exec(script) ?? []
  const [program, ...words] = line?.trim().split(/\s+/).filter(Boolean) ?? []
  if (program === undefined) return { path: (await findProgram('bash', searched)) ?? '/bin/sh', args: ['-c', script] }
  const file = join(folder, 'script')
  await writeFile(file, script, { mode: 0o600 })
  return { path: program, args: [...words, file] }
}

/** The first lines of a script's output, for a list. Redacted first, because a secret may span several lines. */
export const firstLines = (output: string) =>
  redactAndClip(redactSecrets(output).trim().split('\n').slice(0, 3).join('\n'), 500)
