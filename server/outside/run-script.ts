import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findProgram, runProgram, type ProgramResult } from './run-program'
import { clip, withoutSecrets } from './redaction'

/** What a program may know of the environment of the console, which holds its secrets too. */
const inherited = ['HOME', 'LANG', 'LC_ALL', 'LC_CTYPE', 'LOGNAME', 'PATH', 'SHELL', 'TMPDIR', 'TZ', 'USER']

/** The environment of a program: of the console's own what is harmless, and what the check or action names. */
export function programEnv(named: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
  const ours = inherited.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]]))
  return { ...Object.fromEntries(ours), ...named }
}

export type ScriptResult = ProgramResult & {
  /** The program that was run, and with what. */
  path: string
  args: string[]
  /** Why it failed; undefined when it ended with 0. */
  error?: string
}

export type ScriptOptions = {
  /** Variables that it is to see. */
  env: Readonly<Record<string, string>>
  signal: AbortSignal
  /** These two: see `runProgram`. */
  graceMs?: number
  wholeBytes?: number
  /** Looks at the folder when the program has ended, before it is removed. */
  leaving?: (folder: string, result: ScriptResult) => Promise<void>
}

/**
 * Runs a script with the program that its first line names (`#!/usr/bin/env python3`), otherwise with bash, or with sh
 * where there is none: in a folder of its own, which is removed afterwards. It is empty but for a script with such a
 * line.
 * @throws when it cannot be started, or the signal aborts and there is no grace.
 */
export const runScript = (script: string, options: ScriptOptions): Promise<ScriptResult> =>
  inFolder(options, (folder, searched) => programFor(script, folder, searched))

/** Runs a program with these arguments, as a script runs; no shell looks at them. */
export const runCommand = ([path = '', ...args]: readonly string[], options: ScriptOptions): Promise<ScriptResult> =>
  inFolder(options, async () => ({ path, args }))

async function inFolder(
  { env, signal, graceMs, wholeBytes, leaving }: ScriptOptions,
  find: (folder: string, searched: string | undefined) => Promise<{ path: string; args: string[] }>
): Promise<ScriptResult> {
  const visible = programEnv(env)
  const cwd = await mkdtemp(join(tmpdir(), 'console-script-'))
  const run = async () => {
    const { path, args } = await find(cwd, visible['PATH'])
    const ended = await runProgram(path, args, { env: visible, cwd, signal, graceMs, wholeBytes })
    const result = { ...ended, path, args, ...errorOf(ended, signal) }
    await leaving?.(cwd, result)
    return result
  }
  return run().finally(() =>
    // The process group has been killed, but what left it may still write.
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
 * The program for a script and what it is given. As the kernel has it, the program of the first line reads the script
 * from a file, so that it may be of any language; unlike there, each word of the line is an argument of its own.
 */
async function programFor(script: string, folder: string, searched: string | undefined) {
  const [, line] = /^#!(.*)/.exec(script) ?? []
  const [program, ...words] = line?.trim().split(/\s+/).filter(Boolean) ?? []
  if (program === undefined) return { path: (await findProgram('bash', searched)) ?? '/bin/sh', args: ['-c', script] }
  const file = join(folder, 'script')
  await writeFile(file, script, { mode: 0o600 })
  return { path: program, args: [...words, file] }
}

/** What a script has to say, for a list. A secret may have several lines. */
export const firstLines = (output: string) =>
  clip(withoutSecrets(output).trim().split('\n').slice(0, 3).join('\n'), 500)
