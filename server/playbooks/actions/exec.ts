import { z } from 'zod'
import { plain } from '../../outside/secret'
import { runScript } from '../../outside/run-script'
import { conceal } from '../../outside/trace'
import { isSecretName } from '../../secrets/parts'
import { withVariables } from '../script'
import { fillIn } from '../../expression/template'
import type { Actor } from './action'
import { refuseUnsupported } from './given'

const spec = z.object({
  script: z.string().trim().min(1),
  env: z.array(z.object({ name: z.string().regex(/^\w+$/, 'is not a variable name'), value: plain })).default([]),
})

/** Runs a script, where that was allowed at the start. Exit code 0 is success. */
export const exec: Actor = async (written, env, signal, { allowExec }) => {
  if (!allowExec)
    throw new Error('exec actions are off: start the console with --allow-exec to let them run programs here.')
  refuseUnsupported('exec', written, Object.keys(spec.shape))
  const wanted = spec.parse(written)
  const named = Object.fromEntries(wanted.env.map(({ name, value }) => [name, fillIn(value, env)]))
  // Scripts print what they are given; only what its name calls a secret is one.
  for (const [name, value] of Object.entries(named)) if (isSecretName(name)) conceal(value)
  const { script, variables } = withVariables(wanted.script, env)
  const { code, stdout, stderr, path, args, error } = await runScript(script, {
    env: { ...named, ...variables },
    signal,
  })
  return { result: { stdout, stderr, exitCode: code, path, args }, ...(error !== undefined && { error }) }
}
