import { z } from 'zod'
import { failedFinding, passedFinding } from '../outcome'
import { defineChecker } from './checker'
import { plainValue } from '../../platform/outside/value-fields'
import { registerSecret } from '../../platform/outside/redaction'
import { isSecretName } from '@/shared/connections/secret-parts'
import { timeoutField } from './fields'
import { firstLines, runScript } from '../../platform/outside/run-script'

const variable = z
  .object({ name: z.string().regex(/^\w+$/, 'is not a variable name'), value: plainValue.default('') })
  .transform(({ name, value }) => {
    // Scripts may print their variables; only a variable whose name marks it as a secret is redacted.
    if (isSecretName(name)) registerSecret(value)
    return { name, value }
  })

const spec = z.object({
  script: z.string().trim().min(1),
  env: z.array(variable).default([]),
  timeout: timeoutField,
})

/** Runs a script. Exit code 0 passes. */
export default defineChecker<z.infer<typeof spec>>({
  parse: (value) => spec.parse(value),
  timeoutMs: (given) => given.timeout,
  unavailable: ({ allowExec }) =>
    allowExec ? undefined : 'exec checks are off: start the console with --allow-exec to let them run programs here',
  run: async ({ script, env }, signal) => {
    const named = Object.fromEntries(env.map(({ name, value }) => [name, value]))
    const { code, stdout, stderr, error } = await runScript(script, { env: named, signal })
    const details = { exitCode: code, stdout: stdout.trimEnd(), stderr: stderr.trimEnd() }
    const finding = error === undefined ? passedFinding(firstLines(stdout), details) : failedFinding(error, details)
    const read = { stdout: details.stdout, stderr: details.stderr, exitCode: code === null ? null : BigInt(code ?? 0) }
    return { ...finding, given: { variables: { ...read, results: read } } }
  },
})
