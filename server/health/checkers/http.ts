import { z } from 'zod'
import { failed, type Finding, passed, withinThreshold } from '../outcome'
import { checker } from './checker'
import { secret } from '../../outside/secret'
import { thresholdMillis, timeout, tlsConfig, tlsOptions, url } from './fields'
import { ask, type HttpResponse, type HttpRequest } from '../../outside/http-request'
import { parseJsonPath, valuesAt } from './json-path'

const jsonPath = z.string().superRefine((path, context) => {
  try {
    parseJsonPath(path)
  } catch (error) {
    context.addIssue({ code: 'custom', message: error instanceof Error ? error.message : String(error) })
  }
})

const header = z.object({ name: z.string().regex(/^[\w!#$%&'*+.^`|~-]+$/, 'is not a header name'), value: secret })

const spec = z.object({
  url: url('http:', 'https:'),
  method: z
    .string()
    .transform((method) => method.toUpperCase())
    .pipe(z.string().regex(/^[A-Z]+$/, 'is not a method'))
    .default('GET'),
  /** Without any, every 2xx passes. */
  responseCodes: z.array(z.int()).default([]),
  responseContent: z.string().optional(),
  responseJSONContent: z.object({ path: jsonPath, value: z.union([z.string(), z.number(), z.boolean()]) }).optional(),
  thresholdMillis,
  /** Days that the certificate must still be valid. */
  maxSSLExpiry: z.number().min(0).optional(),
  headers: z.array(header).default([]),
  body: z.string().optional(),
  username: secret.optional(),
  password: secret.optional(),
  tlsConfig,
  timeout,
})
type Spec = z.infer<typeof spec>

/** Asks a URL and looks at the answer: code, content, time, certificate. */
export const http = checker<Spec>({
  parse: (value) => spec.parse(value),
  timeoutMs: ({ timeout: ms }) => ms,
  run: async (wanted, signal, { now }) => {
    const begun = performance.now()
    const answer = await ask(requestOf(wanted), signal)
    const elapsedMs = performance.now() - begun
    const finding = withinThreshold(judge(wanted, answer, now()), elapsedMs, wanted.thresholdMillis)
    return { ...finding, given: givenBy(answer, elapsedMs, now()) }
  },
})

function requestOf({ url: written, method, headers, body, username, password, tlsConfig: tls }: Spec): HttpRequest {
  const target = new URL(written)
  const user = username ?? decodeURIComponent(target.username)
  const secretWord = password ?? decodeURIComponent(target.password)
  target.username = ''
  target.password = ''
  const given = Object.fromEntries(headers.map(({ name, value }) => [name, value]))
  const authorization =
    user || secretWord ? { Authorization: `Basic ${Buffer.from(`${user}:${secretWord}`).toString('base64')}` } : {}
  return {
    url: target,
    method,
    body,
    tls: tlsOptions(tls),
    headers: {
      'User-Agent': 'mission-control-console',
      Accept: '*/*',
      // Many servers refuse chunked bodies, so the length is sent.
      ...(body === undefined ? {} : { 'Content-Length': String(Buffer.byteLength(body)) }),
      ...authorization,
      ...given,
    },
  }
}

/** Names of headers as the protocol's checker has them: `Content-Type`. */
const canonical = (headers: HttpResponse['headers']) =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name.replace(/(?<![^-])[a-z]/g, (first) => first.toUpperCase()),
      value,
    ])
  )

/** What expressions may read of an answer. */
function givenBy({ status, headers, body, isWhole, validUntil }: HttpResponse, elapsedMs: number, now: Date) {
  const json = isWhole && isJson(headers['content-type']) ? parseJson(body) : undefined
  return {
    // Without JSON an empty object, as in the protocol.
    variables: {
      code: BigInt(status),
      headers: canonical(headers),
      ...(isWhole && { content: body, json: json ?? {} }),
    },
    // Of a body that is too long to be read as a whole, nothing may be concluded.
    elsewhere: isWhole ? [] : ['content', 'json'],
    durationsMs: { elapsed: elapsedMs, sslAge: validUntil ? validUntil.getTime() - now.getTime() : 0 },
  }
}

/** What the answer means. Pure. */
export function judge(
  { method, responseCodes, responseContent, responseJSONContent, maxSSLExpiry }: Spec,
  { status, headers, body, isWhole, validUntil, redirects }: HttpResponse,
  now: Date
): Finding {
  const daysLeft = validUntil && Math.floor((validUntil.getTime() - now.getTime()) / 86_400_000)
  const details = {
    code: status,
    ...(redirects > 0 ? { redirects } : {}),
    ...(validUntil ? { certificateExpiresAt: validUntil.toISOString(), certificateDaysLeft: daysLeft } : {}),
  }
  const isExpected = responseCodes.length > 0 ? responseCodes.includes(status) : status >= 200 && status < 300
  if (!isExpected) return failed(`response code ${status}, expected ${responseCodes.join(' or ') || '2xx'}`, details)
  if (responseContent !== undefined && !body.includes(responseContent))
    return failed(`the response does not contain "${responseContent}"`, details)
  const hasBody = method !== 'HEAD' && status !== 204
  if (hasBody && isWhole && isJson(headers['content-type']) && parseJson(body) === undefined)
    return failed('the response says that it is JSON, and is not', details)
  const wrongJson = responseJSONContent && jsonProblem(body, responseJSONContent)
  if (wrongJson) return failed(wrongJson, details)
  if (maxSSLExpiry !== undefined) {
    if (daysLeft === undefined) return failed('maxSSLExpiry is set, but the answer came without TLS', details)
    if (daysLeft < maxSSLExpiry)
      return failed(`the certificate expires in ${daysLeft} days, wanted are at least ${maxSSLExpiry}`, details)
  }
  return passed(`code=${status}`, details)
}

function jsonProblem(body: string, { path, value }: NonNullable<Spec['responseJSONContent']>): string | undefined {
  const document = parseJson(body)
  if (document === undefined) return 'the response is not JSON'
  const found = valuesAt(document, parseJsonPath(path))
  if (found.length === 0) return `the response has nothing at ${path}`
  const texts = found.map((one) => (typeof one === 'string' ? one : JSON.stringify(one)))
  return texts.includes(String(value))
    ? undefined
    : `the response has ${texts.join(', ').slice(0, 200)} at ${path}, expected ${value}`
}

const isJson = (contentType = '') => /^application\/(?:[\w.-]+\+)?json\b/i.test(contentType.trim())

/** @returns undefined, which no JSON is, for text that is none. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
