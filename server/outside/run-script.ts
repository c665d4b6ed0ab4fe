import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findProgram, runProgram, type ProgramResult } from './run-program'
import { clip, withoutSecrets } from './trace'

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
  /** Why the script failed; undefined when it ended with 0. */
  error?: string
}

/**
 * Runs a script with the program that its first line names (`#!/usr/bin/env python3`), otherwise with bash, or with sh
 * where there is none: in a folder of its own, which is removed afterwards. It is empty but for a script with such a
 * line.
 * @param env variables that the script is to see.
 * @throws when it cannot be started, or the signal aborts.
 */
export async function runScript(
  script: string,
  { env, signal }: { env: Readonly<Record<string, string>>; signal: AbortSignal }
): Promise<ScriptResult> {
  const visible = programEnv(env)
  const cwd = await mkdtemp(join(tmpdir(), 'console-script-'))
  const run = async () => {
    const { path, args } = await programFor(script, cwd, visible['PATH'])
    return { ...(await runProgram(path, args, { env: visible, cwd, signal })), path, args }
  }
  const result = await run().finally(() =>
    // The process group has been killed, but what left it may still write.
    rm(cwd, { recursive: true, force: true, maxRetries: 3 }).catch(() => {})
  )
  if (result.code === 0) return result
  const ending = result.signal ? `killed by ${result.signal}` : `exit code ${result.code}`
  return {
    ...result,
    error: [ending, firstLines(result.stderr || result.stdout)].filter(Boolean).join(': '),
  }
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
