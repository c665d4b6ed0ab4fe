import { isAbsolute } from 'node:path'
import { z } from 'zod'
import { formatError, describeSpecErrors } from '../platform/outside/error-text'
import { plainValue, secretValue, strictHeaderField } from '../platform/outside/value-fields'
import { parseJsonPath } from '../platform/selection/json-path'

/** The spec of a log backend is invalid, or the backend failed. The message is a sentence with the problem. */
export class LogBackendError extends Error {
  override readonly name = 'LogBackendError'
}

/** The path of a member of a JSON line, or the name of a pair (`level=error`). */
const member = z
  .string()
  .transform((text, context) => {
    try {
      return parseJsonPath(text).map(String)
    } catch (error) {
      context.addIssue({ code: 'custom', message: formatError(error) })
      return z.NEVER
    }
  })
  .optional()

const file = z.strictObject({
  /** Absolute, with wildcards; `{app}` is the label `app` of the component's log selector. */
  paths: z
    .array(z.string().refine((text) => isAbsolute(text), 'must be an absolute path on this machine'))
    .min(1)
    .max(50),
  /** The members of a line with its time, text and level, where they have other names than usual. */
  timestamp: member,
  message: member,
  level: member,
  /** Labels of its lines, in addition to the file's name. */
  labels: z.record(z.string(), z.string()).default({}),
})
export type LogFileSpec = z.infer<typeof file>

const path = (usual: string) =>
  z
    .string()
    .default(usual)
    .transform((text, context) => {
      try {
        return parseJsonPath(text)
      } catch (error) {
        context.addIssue({ code: 'custom', message: formatError(error) })
        return z.NEVER
      }
    })

const http = z.strictObject({
  url: z.string().refine((text) => /^https?:/i.test(text) && URL.canParse(text), 'must begin with http:// or https://'),
  /** GET sends parameters, POST a JSON body; the names are the same. */
  method: z.enum(['GET', 'POST']).default('GET'),
  headers: z.array(strictHeaderField).max(50).default([]),
  username: plainValue.optional(),
  password: secretValue.optional(),
  /** The path of the lines in the response, and the paths of the members in a line. */
  results: path('results'),
  timestamp: path('timestamp'),
  message: path('message'),
  lineLabels: path('labels'),
  labels: z.record(z.string(), z.string()).default({}),
})
export type LogHttpSpec = z.infer<typeof http>

const spec = z.strictObject({ file: file.optional(), http: http.optional() })
type LogBackendSpec = z.infer<typeof spec>

/** Backends that only Mission Control's own log service supports. */
const elsewhere = /^(?:elastic|opensearch|loki|kubernetes|cloudwatch|gcp|azure|bigquery)/i

/**
 * Parses the spec of a log backend.
 * @throws {LogBackendError} that names unsupported members.
 */
export function parseLogBackend(value: unknown): LogBackendSpec {
  const names = typeof value === 'object' && value !== null ? Object.keys(value) : []
  const foreign = names.find((name) => elsewhere.test(name))
  if (foreign !== undefined) throw new LogBackendError(`${foreign} needs a Mission Control backend`)
  const { data, error } = spec.safeParse(value)
  if (!data) throw new LogBackendError(describeSpecErrors(error))
  if (!data.file && !data.http) throw new LogBackendError('the spec has neither file nor http')
  return data
}

const placeholder = /\{([A-Za-z][\w.-]*)\}/g
/** Label values that may be part of a path: no folder, no parent reference, and no hidden file. */
const harmlessName = /^\w[\w.-]*$/

/**
 * Fills labels into a path; undefined when a label is missing or is not a valid file name. Braces with a comma are
 * alternatives of the pattern.
 */
export function fillPath(written: string, labels: Readonly<Record<string, string>>): string | undefined {
  let isWhole = true
  const filled = written.replace(placeholder, (_whole, name: string) => {
    const value = labels[name]
    if (value === undefined || !harmlessName.test(value) || value.length > 200) isWhole = false
    return value ?? ''
  })
  return isWhole ? filled : undefined
}
