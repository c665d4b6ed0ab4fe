import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runProgram, type ProgramResult } from './run-program'

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
 * Runs a script with the shell of the console's user, in an empty folder of its own, which is removed afterwards.
 * @param env variables that the script is to see.
 * @throws when it cannot be started, or the signal aborts.
 */
export async function runScript(
  script: string,
  { env, signal }: { env: Readonly<Record<string, string>>; signal: AbortSignal }
): Promise<ScriptResult> {
  const path = process.env['SHELL'] || '/bin/sh'
  const args = ['-c', script]
  const cwd = await mkdtemp(join(tmpdir(), 'console-script-'))
  const result = await runProgram(path, args, { env: programEnv(env), cwd, signal }).finally(() =>
    // The process group has been killed, but what left it may still write.
    rm(cwd, { recursive: true, force: true, maxRetries: 3 }).catch(() => {})
  )
  if (result.code === 0) return { ...result, path, args }
  const ending = result.signal ? `killed by ${result.signal}` : `exit code ${result.code}`
  return {
    ...result,
    path,
    args,
    error: [ending, firstLines(result.stderr || result.stdout)].filter(Boolean).join(': '),
  }
}

/** What a script has to say, for a list. */
export const firstLines = (output: string) => output.trim().split('\n').slice(0, 3).join('\n').slice(0, 500)
