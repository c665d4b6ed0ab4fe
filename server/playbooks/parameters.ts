import type { PlaybookParameter } from './playbook'
import { fillIn, fillInAll, type TemplateEnv } from '../platform/expression/template'

/** A map of parameters as forms send it: every value is text. */
export type ParameterValues = Readonly<Record<string, string>>

/**
 * Returns the parameters for a form: templates in defaults and properties are filled in.
 * @throws {TemplateError}
 */
export const fillInParameters = (parameters: readonly PlaybookParameter[], env: TemplateEnv): PlaybookParameter[] =>
  parameters.map((one) => ({
    ...one,
    ...(one.default ? { default: fillIn(one.default, env) } : {}),
    ...(one.properties ? { properties: fillInAll(one.properties, env) as Record<string, unknown> } : {}),
  }))

/** Returns the error in the given values, as a sentence; undefined when they are valid. */
export function findParameterError(
  parameters: readonly PlaybookParameter[],
  given: ParameterValues
): string | undefined {
  const unknown = Object.keys(given).filter((name) => !parameters.some((one) => one.name === name))
  if (unknown.length > 0) return `unknown parameter(s): ${unknown.join(', ')}`
  const missing = parameters.filter(({ name, required }) => required && !given[name])
  if (missing.length > 0) return `missing required parameter(s): ${missing.map(({ name }) => name).join(', ')}`
  return undefined
}

/**
 * Returns a value for every parameter, so that templates may name it: the given one, else its default, else an empty
 * text.
 * @throws {TemplateError} by a default
 */
export const applyDefaults = (
  parameters: readonly PlaybookParameter[],
  given: ParameterValues,
  env: TemplateEnv
): ParameterValues =>
  Object.fromEntries(
    fillInParameters(
      parameters.filter(({ name }) => given[name] === undefined),
      env
    )
      .map((one) => [one.name, one.default ?? ''])
      .concat(Object.entries(given))
  )

/** Stored instead of a secret, because all users who may read runs see their parameters. */
export const REDACTED = '******'

/** The secrets among the given parameters, by name. An empty value is not a secret. */
export const pickSecrets = (parameters: readonly PlaybookParameter[], given: ParameterValues): ParameterValues =>
  Object.fromEntries(
    parameters.flatMap(({ name, type }) => (type === 'secret' && given[name] ? [[name, given[name]]] : []))
  )

export const redactParameters = (
  parameters: readonly PlaybookParameter[],
  given: ParameterValues
): ParameterValues => ({
  ...given,
  ...Object.fromEntries(Object.keys(pickSecrets(parameters, given)).map((name) => [name, REDACTED])),
})
