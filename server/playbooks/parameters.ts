import { isRecord } from '@/shared/document/value'
import { shorten } from '@/shared/format'
import type { PlaybookParameter } from './playbook'
import { fillIn, fillInAll, TemplateError, type TemplateEnv } from '../platform/expression/template'

/** A map of parameters as forms send it: every value is text. */
export type ParameterValues = Readonly<Record<string, string>>

/** A parameter for a form. `note` says why its default or its properties could not be filled in. */
export type FilledParameter = PlaybookParameter & { note?: string }

/**
 * Returns the parameters for a form: templates in defaults and properties are filled in. A default may use the values of
 * earlier parameters. One that cannot be filled in is left out, with a note, so that it never hides the other fields.
 */
export function fillInParameters(parameters: readonly PlaybookParameter[], env: TemplateEnv): FilledParameter[] {
  let known = paramsIn(env)
  return parameters.map(({ default: written, properties, ...one }) => {
    const filled: Filled<string | null | undefined> = written
      ? tryFillIn(() => fillIn(written, { ...env, params: known }))
      : { value: written }
    const filledProperties = properties ? tryFillIn(() => fillInAll(properties, { ...env, params: known })) : undefined
    if (filled.value) known = { [one.name]: filled.value, ...known }
    const notes = [
      filled.error && `The default ${shorten(written ?? '', 100)} is not filled in: ${filled.error}`,
      filledProperties?.error && `Its properties are not filled in: ${filledProperties.error}`,
    ].filter(Boolean)
    return {
      ...one,
      ...(filled.value === undefined ? {} : { default: filled.value }),
      ...(filledProperties?.value ? { properties: filledProperties.value as Record<string, unknown> } : {}),
      ...(notes.length > 0 && { note: notes.join(' ') }),
    }
  })
}

type Filled<T> = { value?: T; error?: string }

function tryFillIn<T>(fill: () => T): Filled<T> {
  try {
    return { value: fill() }
  } catch (error) {
    if (!(error instanceof TemplateError)) throw error
    return { error: error.message }
  }
}

const paramsIn = ({ params }: TemplateEnv) => (params ?? {}) as ParameterValues

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
 * Returns the error in the choices among the given values: forms offer no other values, and the API accepts none.
 * @param parameters with their properties filled in
 */
export function findChoiceError(parameters: readonly PlaybookParameter[], given: ParameterValues): string | undefined {
  for (const { name, type, properties } of parameters) {
    const value = given[name]
    const offered = type === 'checkbox' ? ['true', 'false'] : type === 'list' ? optionValues(properties) : undefined
    if (value && offered && !offered.includes(value))
      return `the value "${shorten(value, 100)}" of ${name} is not one of its options: ${shorten(offered.join(', '), 500)}`
  }
  return undefined
}

function optionValues(properties: PlaybookParameter['properties']): string[] | undefined {
  const options = properties?.['options']
  if (!Array.isArray(options)) return undefined
  return (options as unknown[]).map((one) => String(isRecord(one) ? one['value'] : one))
}

/**
 * Returns a value for every parameter, so that templates may name it: the given one, else its default, else an empty
 * text. A default may use the values of the other parameters. If a form could not fill it in, an empty value means it.
 * @throws {TemplateError} by a default of a parameter that is not given
 */
export function applyDefaults(
  parameters: readonly PlaybookParameter[],
  given: ParameterValues,
  env: TemplateEnv
): ParameterValues {
  const isShown = new Set(
    fillInParameters(parameters, { ...env, params: {} }).flatMap((one) => (one.default ? one.name : []))
  )
  const known: Record<string, string> = { ...paramsIn(env), ...given }
  for (const { name, default: written } of parameters) {
    const value = given[name]
    if (value === undefined) known[name] = written ? fillIn(written, { ...env, params: known }) : ''
    else if (value === '' && written && !isShown.has(name))
      known[name] = tryFillIn(() => fillIn(written, { ...env, params: known })).value ?? ''
  }
  return known
}

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
