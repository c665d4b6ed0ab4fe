import { z } from 'zod'
import { secret } from '../../outside/secret'
import { runProgram } from '../../outside/run-program'
import { fillIn } from '../template'
import type { Actor } from './action'
import { refuseUnsupported } from './given'

const spec = z.object({
  script: z.string().trim().min(1),
  env: z.array(z.object({ name: z.string().regex(/^\w+$/, 'is not a variable name'), value: secret })).default([]),
})

/** What the script must not see: the console's own secrets. */
const ours = new Set(['DATABASE_URL', 'CONSOLE_PASSWORD'])

/** Runs a script with the user's shell, where that was allowed at the start. Exit code 0 is success. */
export const exec: Actor = async (written, env, signal, { allowExec }) => {
  if (!allowExec)
    throw new Error('exec actions are off: start the console with --allow-exec to let them run programs here.')
  refuseUnsupported('exec', written, Object.keys(spec.shape))
  const wanted = spec.parse(written)
  const inherited = Object.fromEntries(Object.entries(process.env).filter(([name]) => !ours.has(name)))
  const own = Object.fromEntries(wanted.env.map(({ name, value }) => [name, fillIn(value, env)]))
  const path = process.env['SHELL'] || '/bin/sh'
  const args = ['-c', fillIn(wanted.script, env, { isScript: true })]
  const {
    code,
    signal: killedBy,
    stdout,
    stderr,
  } = await runProgram(path, args, { env: { ...inherited, ...own }, signal })
  const result = { stdout, stderr, exitCode: code, path, args }
  if (code === 0) return { result }
  const ending = killedBy ? `killed by ${killedBy}` : `exit code ${code}`
  const output = (stderr || stdout).trim().split('\n').slice(0, 3).join('\n').slice(0, 500)
  return { result, error: output ? `${ending}: ${output}` : ending }
}
