import { isRecord } from '../../src/shared/document/value'
import { describeTemplateInExec, resolveConstants } from '../../src/shared/playbooks/script-templates'
import { fillIn, TemplateError } from '../platform/expression/template'
import { isDatabaseAddress, memberAtPath, templateMembers } from './members'
import { registerSecret } from '../platform/outside/redaction'
import { isSecretName } from '@/shared/connections/secret-parts'

type Values = Readonly<Record<string, string>>

/**
 * Fills the values of `env` into the templates of a check: `{{.name}}`, `$(.name)` and `$(name)`. A
 * script must not contain a template; a database address fills its user and password into its own.
 * @param ofCanary the `env` of its canary
 * @returns the reason why there is no verdict, where a template requires more, or names a value that `env` does not
 * have
 */
export function fillTemplates(type: string, spec: unknown, ofCanary: unknown): { spec: unknown } | { reason: string } {
  if (!hasTemplate(spec)) return { spec }
  const inScript = type === 'exec' && isRecord(spec) ? describeTemplateInExec(spec) : undefined
  if (inScript !== undefined) return { reason: inScript }
  const values = { ...valuesIn(ofCanary), ...(type === 'http' && isRecord(spec) ? valuesIn(spec['env']) : {}) }
  const isBody = isRecord(spec) && Boolean(spec['templateBody'])
  const fill = (value: unknown, path: string): unknown => {
    if (typeof value === 'string' && type === 'exec' && path === 'script') return resolveConstants(value)
    if (typeof value === 'string')
      return templateMembers.has(path) || (isBody && path === 'body') ? filled(value, type, path, values) : value
    if (Array.isArray(value)) return value.map((one) => fill(one, path))
    if (!isRecord(value)) return value
    return Object.fromEntries(
      Object.entries(value).map(([name, one]) => [name, fill(one, path === '' ? name : `${path}.${name}`)])
    )
  }
  try {
    return { spec: fill(spec, '') }
  } catch (error) {
    if (error instanceof Unfilled) return { reason: error.message }
    throw error
  }
}

/** A template that cannot be filled in. */
class Unfilled extends Error {}

function filled(text: string, type: string, path: string, values: Values): string {
  const own = isDatabaseAddress(type, path) ? { username: '$(username)', password: '$(password)' } : {}
  try {
    const whole = fillIn(text, { ...values, ...own }, { hasBareNames: true })
    // The permission to use a connection is decided by the written text, not by a filled-in template.
    if (whole !== text && whole.trim().startsWith('connection://')) throw new TemplateError('It names a connection.')
    return whole
  } catch (error) {
    if (!(error instanceof TemplateError)) throw error
    throw new Unfilled(`the template in ${memberAtPath(path)} of ${type} checks is not filled in: ${error.message}`)
  }
}

/** The plain values, as `{name: value}`, `{name: {value}}` or `[{name, value}]`, by name. */
function valuesIn(env: unknown): Values {
  const given = Array.isArray(env)
    ? env.flatMap((one) => (isRecord(one) && typeof one['name'] === 'string' ? [[one['name'], one] as const] : []))
    : isRecord(env)
      ? Object.entries(env)
      : []
  const values: Record<string, string> = {}
  for (const [name, one] of given) {
    const value = inClear(one)
    if (value === undefined) continue
    values[name] = value
    // Programs and pages may show their values; only a value whose name marks it as a secret is redacted.
    if (isSecretName(name)) registerSecret(value)
  }
  return values
}

/** Undefined for a value that a cluster provides. */
function inClear(given: unknown): string | undefined {
  if (isRecord(given)) return 'valueFrom' in given ? undefined : inClear(given['value'])
  return ['string', 'number', 'boolean'].includes(typeof given) ? String(given) : undefined
}

const hasTemplate = (value: unknown): boolean =>
  typeof value === 'string'
    ? value.includes('{{') || value.includes('$(')
    : typeof value === 'object' && value !== null && Object.values(value).some(hasTemplate)
