import { z } from 'zod'
import { parseDuration } from '@/shared/duration'
import { secretValue } from '../../platform/outside/value-fields'
import { parseHost } from '../../platform/outside/host'
import { registerSecret } from '../../platform/outside/redaction'

/** A duration as text (`5s`), or a number in units of `bareUnitMs`. Returns milliseconds. */
export const durationField = (bareUnitMs: number) =>
  z.union([z.string(), z.number()], { error: 'is not a duration' }).transform((value, context) => {
    const ms = parseDuration(String(value), bareUnitMs)
    if (ms !== undefined && ms >= 0) return ms
    context.addIssue({ code: 'custom', message: `"${value}" is not a duration such as 30s or 5m` })
    return z.NEVER
  })

/** A number for which 0 means "not set", as in the protocol: `fallback` applies instead. */
export const optionalNumberField = <Fallback extends number | undefined>(
  number: z.ZodType<number>,
  fallback: Fallback
) => number.optional().transform((value) => (value === undefined || value === 0 ? fallback : value))

/** canary-checker's own per-check time-out, a bare number in seconds. */
export const timeoutField = optionalNumberField(durationField(1000), undefined)

export const thresholdField = optionalNumberField(z.number().min(0), undefined)

/**
 * Removes members that are null or an empty text, at any depth: in the protocol they mean "not set", and YAML writes
 * null for a member without a value. The empty `value` of a header or a variable stays.
 */
export function omitEmptyMembers(spec: unknown): unknown {
  if (Array.isArray(spec)) return spec.map(omitEmptyMembers)
  if (typeof spec !== 'object' || spec === null) return spec
  const members = Object.entries(spec).filter(([name, value]) => value !== null && (value !== '' || name === 'value'))
  return Object.fromEntries(members.map(([name, value]) => [name, omitEmptyMembers(value)]))
}

const urlOf = (value: string) => (URL.canParse(value) ? new URL(value) : undefined)

/** An absolute URL of one of `protocols` (`https:` …). */
export const urlField = (...protocols: string[]) =>
  z
    .string()
    .trim()
    .superRefine((value, context) => {
      const problem = value.startsWith('connection://')
        ? 'names a stored connection, which needs a Mission Control backend; give the address itself'
        : protocols.includes(urlOf(value)?.protocol ?? '')
          ? undefined
          : `must begin with ${protocols.map((protocol) => `${protocol}//`).join(' or ')} and name a host`
      if (problem) context.addIssue({ code: 'custom', message: problem })
      registerSecret(decodeURIComponent(urlOf(value)?.password ?? ''))
    })

/** A host name or an address, in its one spelling. */
export const hostField = z
  .string()
  .trim()
  .transform((value, context) => {
    const host = parseHost(value)
    if (host !== undefined) return host
    context.addIssue({ code: 'custom', message: `"${value}" is not a host name or address` })
    return z.NEVER
  })

type CheckEndpoint = { host: string; port: number }

/** `host:port`, `[::1]:port`, or a host alone where there is a default port. An address with a scheme is refused. */
export const endpointField = (usualPort?: number) =>
  z
    .string()
    .trim()
    .transform((value, context): CheckEndpoint => {
      // `::1:80` may be an address, or an address and a port.
      const [, written = '', port] = /^(\[[^\]]+\]|[^:]+)(?::(\d{1,5}))?$/.exec(value) ?? []
      const host = parseHost(written)
      const number = port === undefined ? usualPort : Number(port)
      if (host !== undefined && number !== undefined && number > 0 && number < 65_536) return { host, port: number }
      context.addIssue({ code: 'custom', message: `"${value}" is not host:port` })
      return z.NEVER
    })

export const tlsConfigField = z
  .object({
    insecureSkipVerify: z.boolean().optional(),
    ca: secretValue.optional(),
    cert: secretValue.optional(),
    key: secretValue.optional(),
    /** Time limit of a TLS handshake. */
    handshakeTimeout: timeoutField,
  })
  .optional()

/** @returns the options for node:tls from a `tlsConfig`. */
export const toTlsOptions = (config: z.infer<typeof tlsConfigField>) => ({
  rejectUnauthorized: config?.insecureSkipVerify !== true,
  ...(config?.ca ? { ca: config.ca } : {}),
  ...(config?.cert ? { cert: config.cert } : {}),
  ...(config?.key ? { key: config.key } : {}),
  ...(config?.handshakeTimeout !== undefined && { handshakeMs: config.handshakeTimeout }),
})

/** A kilobyte has 1,024 bytes, as in canary-checker. */
const sizeUnits: Readonly<Record<string, number>> = {
  '': 1,
  b: 1,
  k: 2 ** 10,
  kb: 2 ** 10,
  m: 2 ** 20,
  mb: 2 ** 20,
  g: 2 ** 30,
  gb: 2 ** 30,
  t: 2 ** 40,
  tb: 2 ** 40,
  ki: 2 ** 10,
  kib: 2 ** 10,
  mi: 2 ** 20,
  mib: 2 ** 20,
  gi: 2 ** 30,
  gib: 2 ** 30,
  ti: 2 ** 40,
  tib: 2 ** 40,
}

/** `10`, `10kb`, `1.5 MiB`, `2Gi`. Returns bytes. */
export const sizeField = z.union([z.string(), z.number()], { error: 'is not a size' }).transform((value, context) => {
  const [, amount, unit = ''] = /^(\d+(?:\.\d+)?)\s*([a-z]*)$/i.exec(String(value).trim()) ?? []
  const bytes = Number(amount) * (sizeUnits[unit.toLowerCase()] ?? NaN)
  if (!Number.isNaN(bytes)) return bytes
  context.addIssue({ code: 'custom', message: `"${value}" is not a size such as 10MB or 1Gi` })
  return z.NEVER
})
