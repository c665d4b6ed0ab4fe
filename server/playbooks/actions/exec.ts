import { z } from 'zod'
import { plain } from '../../outside/secret'
import { errorText } from '../../outside/error-text'
import { runCommand, runScript, type ScriptOptions, type ScriptResult } from '../../outside/run-script'
import { conceal } from '../../outside/redaction'
import { isSecretName } from '../../secrets/parts'
import { withVariables } from '../script'
import { fillIn, type TemplateEnv } from '../../expression/template'
import type { Actor } from './action'
import { refuseUnsupported } from './given'
import { artifactSpecs, LARGEST_FILE_BYTES, leavings } from './collect-artifacts'

/** So long may a program take to put things in order after it was asked to end. */
const GRACE_MS = 5000

/** What YAML wrote as a number or a flag counts as its text. */
const word = z.union([z.string(), z.number(), z.boolean()]).transform(String)

const spec = z.object({
  script: z.string().trim().min(1).optional(),
  /** A program and its arguments, instead of a script: no shell looks at them, so a template may stand anywhere. */
  command: z.array(word).min(1).max(200).optional(),
  env: z.array(z.object({ name: z.string().regex(/^\w+$/, 'is not a variable name'), value: plain })).default([]),
  artifacts: artifactSpecs.default([]),
})

/** Runs a script or a program, where that was allowed at the start. Exit code 0 is success. */
export const exec: Actor = async (written, env, signal, { allowExec, keepArtifact }) => {
  if (!allowExec)
    throw new Error('exec actions are off: start the console with --allow-exec to let them run programs here.')
  refuseUnsupported('exec', written, Object.keys(spec.shape))
  const wanted = spec.parse(written)
  const named = Object.fromEntries(wanted.env.map(({ name, value }) => [name, fillIn(value, env)]))
  // Scripts print what they are given; only what its name calls a secret is one.
  for (const [name, value] of Object.entries(named)) if (isSecretName(name)) conceal(value)
  const paths = wanted.artifacts.map(({ path }) => fillIn(path, env))
  let problem: string | undefined
  const leaving = async (folder: string, ended: ScriptResult) => {
    try {
      for (const { filename, bytes } of await leavings(paths, folder, ended)) await keepArtifact(filename, bytes)
    } catch (error) {
      problem = errorText(error)
    }
  }
  const options = {
    env: named,
    signal,
    graceMs: GRACE_MS,
    ...(paths[0] && { wholeBytes: LARGEST_FILE_BYTES, leaving }),
  }
  const { code, stdout, stderr, path, args, error = problem } = await run(wanted, env, options)
  return { result: { stdout, stderr, exitCode: code, path, args }, ...(error !== undefined && { error }) }
}

function run({ script, command }: z.infer<typeof spec>, env: TemplateEnv, options: ScriptOptions) {
  if (command && script !== undefined) throw new Error('exec actions have a script or a command, not both.')
  if (command)
    return runCommand(
      command.map((one) => fillIn(one, env)),
      options
    )
  if (script === undefined) throw new Error('exec actions need a script or a command.')
  const filled = withVariables(script, env)
  return runScript(filled.script, { ...options, env: { ...options.env, ...filled.variables } })
}
