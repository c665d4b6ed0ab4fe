import { z } from 'zod'
import { plainValue } from '../../platform/outside/value-fields'
import { formatError } from '../../platform/outside/error-text'
import { runCommand, runScript, type ScriptOptions, type ScriptResult } from '../../platform/outside/run-script'
import { registerSecret } from '../../platform/outside/redaction'
import { isSecretName } from '@/shared/connections/secret-parts'
import { describeTemplateInExec, resolveConstants } from '@/shared/playbooks/script-templates'
import { fillIn } from '../../platform/expression/template'
import type { ActionRunner } from './action'
import { refuseUnsupportedMembers } from './unsupported-members'
import { artifactSpecsSchema, MAX_ARTIFACT_BYTES, collectArtifacts } from './collect-artifacts'

/** The time that a program has for cleanup after a request to end. */
const GRACE_MS = 5000

/** The longest argument that Linux accepts. */
const MOST_BYTES = 128 * 1024 - 1

/** A value that YAML parses as a number or a flag counts as its text. */
const word = z.union([z.string(), z.number(), z.boolean()]).transform(String)

const spec = z.object({
  script: z.string().trim().min(1).optional(),
  /** A program and its arguments, instead of a script, run without a shell. */
  command: z.array(word).min(1).max(200).optional(),
  env: z.array(z.object({ name: z.string().regex(/^\w+$/, 'is not a variable name'), value: plainValue })).default([]),
  artifacts: artifactSpecsSchema.default([]),
})

/** Runs a script or a program, if allowed at the start. Exit code 0 is success. */
export const runExecAction: ActionRunner = async (written, env, signal, { allowExec, keepArtifact }) => {
  if (!allowExec)
    throw new Error('exec actions are off: start the console with --allow-exec to let them run programs here.')
  refuseUnsupportedMembers('exec', written, Object.keys(spec.shape))
  const action = spec.parse(written)
  const refusal = describeTemplateInExec(written as Record<string, unknown>)
  if (refusal !== undefined) throw new Error(refusal)
  const named = Object.fromEntries(action.env.map(({ name, value }) => [name, fillIn(value, env)]))
  // Scripts may print their variables; only a variable whose name marks it as a secret is redacted.
  for (const [name, value] of Object.entries(named)) if (isSecretName(name)) registerSecret(value)
  const paths = action.artifacts.map(({ path }) => fillIn(path, env))
  let problem: string | undefined
  const onEnded = async (folder: string, ended: ScriptResult) => {
    try {
      for (const { filename, bytes } of await collectArtifacts(paths, folder, ended))
        await keepArtifact(filename, bytes)
    } catch (error) {
      problem = formatError(error)
    }
  }
  const options = {
    env: named,
    signal,
    graceMs: GRACE_MS,
    ...(paths[0] && { wholeBytes: MAX_ARTIFACT_BYTES, onEnded }),
  }
  const { code, stdout, stderr, path, args, error = problem } = await run(action, options)
  return { result: { stdout, stderr, exitCode: code, path, args }, ...(error !== undefined && { error }) }
}

function run({ script: written, command: words }: z.infer<typeof spec>, options: ScriptOptions) {
  const script = written === undefined ? undefined : resolveConstants(written)
  const command = words?.map(resolveConstants)
  if (command && script !== undefined) throw new Error('exec actions have a script or a command, not both.')
  if (command) return runCommand(command, options)
  if (script === undefined) throw new Error('exec actions need a script or a command.')
  if (Buffer.byteLength(script) > MOST_BYTES) throw new Error('A script can have at most 128 kB.')
  return runScript(script, options)
}
