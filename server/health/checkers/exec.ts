import { z } from 'zod'
import { failed, passed } from '../outcome'
import { checker } from './checker'
import { plain } from '../../outside/secret'
import { conceal } from '../../outside/redaction'
import { isSecretName } from '../../secrets/parts'
import { timeout } from './fields'
import { firstLines, runScript } from '../../outside/run-script'

const variable = z
  .object({ name: z.string().regex(/^\w+$/, 'is not a variable name'), value: plain.default('') })
  .transform(({ name, value }) => {
    // Scripts may print their variables; only a variable whose name marks it as a secret is redacted.
    if (isSecretName(name)) conceal(value)
    return { name, value }
  })

const spec = z.object({
  script: z.string().trim().min(1),
  env: z.array(variable).default([]),
  timeout,
})

/** Runs a script. Exit code 0 passes. */
export const exec = checker<z.infer<typeof spec>>({
  parse: (value) => spec.parse(value),
  timeoutMs: (given) => given.timeout,
  unavailable: ({ allowExec }) =>
    allowExec ? undefined : 'exec checks are off: start the console with --allow-exec to let them run programs here',
  run: async ({ script, env }, signal) => {
    const named = Object.fromEntries(env.map(({ name, value }) => [name, value]))
    const { code, stdout, stderr, error } = await runScript(script, { env: named, signal })
    const details = { exitCode: code, stdout: stdout.trimEnd(), stderr: stderr.trimEnd() }
    const finding = error === undefined ? passed(firstLines(stdout), details) : failed(error, details)
    const read = { stdout: details.stdout, stderr: details.stderr, exitCode: code === null ? null : BigInt(code ?? 0) }
    return { ...finding, given: { variables: { ...read, results: read } } }
  },
})
