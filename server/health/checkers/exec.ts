import { z } from 'zod'
import { failed, passed } from '../outcome'
import { checker } from './checker'
import { secret } from '../../outside/secret'
import { timeout } from './fields'
import { runProgram } from '../../outside/run-program'

const spec = z.object({
  script: z.string().trim().min(1),
  env: z.array(z.object({ name: z.string().regex(/^\w+$/, 'is not a variable name'), value: secret })).default([]),
  timeout,
})

/** What the script must not see: the console's own secrets. */
const ours = new Set(['DATABASE_URL', 'CONSOLE_PASSWORD'])

/** Runs a script with the user's shell. Exit code 0 passes. */
export const exec = checker<z.infer<typeof spec>>({
  parse: (value) => spec.parse(value),
  timeoutMs: (wanted) => wanted.timeout,
  unavailable: ({ allowExec }) =>
    allowExec ? undefined : 'exec checks are off: start the console with --allow-exec to let them run programs here',
  run: async ({ script, env }, signal) => {
    const inherited = Object.fromEntries(Object.entries(process.env).filter(([name]) => !ours.has(name)))
    const own = Object.fromEntries(env.map(({ name, value }) => [name, value]))
    const shell = process.env['SHELL'] || '/bin/sh'
    const {
      code,
      signal: killedBy,
      stdout,
      stderr,
    } = await runProgram(shell, ['-c', script], {
      env: { ...inherited, ...own },
      signal,
    })
    const details = { exitCode: code, stdout: stdout.trimEnd(), stderr: stderr.trimEnd() }
    if (code === 0) return passed(firstLines(stdout), details)
    const ending = killedBy ? `killed by ${killedBy}` : `exit code ${code}`
    return failed([ending, firstLines(stderr || stdout)].filter(Boolean).join(': '), details)
  },
})

const firstLines = (output: string) => output.trim().split('\n').slice(0, 3).join('\n').slice(0, 500)
