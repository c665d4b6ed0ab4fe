import { z } from 'zod'
import { type CheckFinding, evaluateRules, createRule, applyThreshold } from '../outcome'
import { defineChecker } from './checker'
import { tryParseJson } from '../../platform/documents/try-parse-json'
import { basicAuthIfGiven, requestHeaders } from '../../platform/outside/request-headers'
import { headerField, plainValue, secretValue } from '../../platform/outside/value-fields'
import { createAuthenticatedSend } from '../../platform/outside/authenticated-send'
import { redactAndClip, registerSecret } from '../../platform/outside/redaction'
import { isSecretName } from '@/shared/connections/secret-parts'
import { optionalNumberField, thresholdField, timeoutField, tlsConfigField, toTlsOptions, urlField } from './fields'
import { sendRequest, type HttpResponse, type HttpRequest, type SendRequest } from '../../platform/outside/http-request'
import { parseJsonPath, readJsonPath } from '../../platform/selection/json-path'

const jsonPath = z.string().superRefine((path, context) => {
  try {
    parseJsonPath(path)
  } catch (error) {
    context.addIssue({ code: 'custom', message: error instanceof Error ? error.message : String(error) })
  }
})

const address = urlField('http:', 'https:')

const expression = z.object({ expr: z.string().nullish() }).nullish()

const spec = z
  .object({
    url: address.optional(),
    /** The older name of `url`. */
    endpoint: address.optional(),
    /** The name of a stored connection, which `resolve-connection.ts` has replaced by `url` and the credentials. */
    connection: z.never().optional(),
    method: z
      .string()
      .transform((method) => method.toUpperCase())
      .pipe(z.string().regex(/^[A-Z]+$/, 'is not a method'))
      .default('GET'),
    /** After this number of redirects, the redirect itself is the response to check; 0 follows none. */
    maxRedirects: z.int().min(0).max(20).optional(),
    /** Accepted codes; if empty, every 2xx code passes. */
    responseCodes: z.array(z.int()).default([]),
    responseContent: z.string().optional(),
    responseJSONContent: z.object({ path: jsonPath, value: z.union([z.string(), z.number(), z.boolean()]) }).optional(),
    /** Evaluated afterwards, see `server/health/expressions.ts`. */
    test: expression,
    transform: expression,
    thresholdMillis: thresholdField,
    /** Minimum number of days that the certificate must still be valid. */
    maxSSLExpiry: optionalNumberField(z.number().min(0), undefined),
    headers: z.array(headerField).default([]),
    body: z.string().optional(),
    /** Templates are filled in beforehand, see `server/health/templates.ts`. */
    templateBody: z.boolean().optional(),
    env: z.array(z.object({ name: z.string(), value: plainValue.optional() })).default([]),
    username: plainValue.optional(),
    password: secretValue.optional(),
    /** Signs in with digest authentication (RFC 7616) instead of sending the password. */
    digest: z.boolean().optional(),
    /** Signs in with a client-credentials token; `username` and `password` are the client id and secret. */
    oauth2: z
      .object({
        tokenURL: address,
        scope: z.array(z.string()).default([]),
        params: z.record(z.string(), z.string()).default({}),
      })
      .optional(),
    tlsConfig: tlsConfigField,
    timeout: timeoutField,
  })
  .transform(({ url: given, endpoint, ...rest }, context) => {
    const target = given ?? endpoint
    if (target !== undefined && (given === undefined || endpoint === undefined)) return { ...rest, target }
    const message = target === undefined ? 'is missing' : 'is given twice, as url and as endpoint'
    context.addIssue({ code: 'custom', path: ['url'], message })
    return z.NEVER
  })
  .superRefine(({ digest, oauth2 }, context) => {
    if (digest && oauth2)
      context.addIssue({ code: 'custom', path: ['digest'], message: 'cannot be combined with oauth2' })
    for (const [name, value] of Object.entries(oauth2?.params ?? {})) if (isSecretName(name)) registerSecret(value)
  })
type Spec = z.infer<typeof spec>

/** Requests a URL and checks the response: code, content, duration, certificate. */
export default defineChecker<Spec>({
  parse: (value) => spec.parse(value),
  timeoutMs: ({ timeout: ms }) => ms,
  run: async (config, signal, { now }) => {
    const startMs = performance.now()
    const answer = await sendRequest(buildHttpRequest(config), signal, config.maxRedirects, createSender(config, now))
    const elapsedMs = performance.now() - startMs
    const finding = applyThreshold(evaluateResponse(config, answer, now()), elapsedMs, config.thresholdMillis)
    return {
      ...finding,
      ...(claimsJson(config.method, answer) &&
        tryParseJson(answer.body) === undefined && { invalid: { json: invalidJson } }),
      ...(answer.unread !== undefined && {
        unknown: { content: describeUnread(answer.unread), json: describeUnread(answer.unread) },
      }),
      given: expressionInput(answer, elapsedMs, now()),
    }
  },
})

/**
 * Returns the sender that signs in with a digest or a token; undefined when the request carries all credentials
 * itself.
 */
function createSender(config: Spec, now: () => Date): SendRequest | undefined {
  const { digest, oauth2 } = config
  const target = new URL(config.target)
  const { username, password } = readCredentials(config)
  if (oauth2)
    return createAuthenticatedSend({ oauth: { ...oauth2, clientId: username, clientSecret: password }, now }, target)
  return digest ? createAuthenticatedSend({ digest: { username, password } }, target) : undefined
}

/** Separate fields take precedence over the credentials in the address. */
function readCredentials({ target, username, password }: Pick<Spec, 'target' | 'username' | 'password'>) {
  const written = new URL(target)
  return {
    username: username ?? decodeURIComponent(written.username),
    password: password ?? decodeURIComponent(written.password),
  }
}

type HttpRequestInput = Pick<Spec, 'target' | 'method' | 'headers' | 'body' | 'username' | 'password' | 'tlsConfig'> &
  Partial<Pick<Spec, 'digest' | 'oauth2'>>

/**
 * Builds the request of a check: with its length, and with its credentials as a header unless it signs in another way.
 */
export function buildHttpRequest(input: HttpRequestInput): HttpRequest {
  const { target: written, method, headers, body, tlsConfig: tls, digest, oauth2 } = input
  const target = new URL(written)
  const { username, password } = readCredentials(input)
  target.username = ''
  target.password = ''
  const given = Object.fromEntries(headers.map(({ name, value }) => [name, value]))
  const authorization = digest || oauth2 ? {} : basicAuthIfGiven(username, password)
  return {
    url: target,
    method,
    body,
    tls: toTlsOptions(tls),
    headers: requestHeaders(body, authorization, given),
  }
}

/** Converts header names to the form of the protocol's checker: `Content-Type`. */
const canonical = (headers: HttpResponse['headers']) =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name.replace(/(?<![^-])[a-z]/g, (first) => first.toUpperCase()),
      value,
    ])
  )

const describeUnread = (why: string) => `the body of the response is incomplete: ${why}`

const invalidJson = 'the response claims to be JSON, but is not valid JSON'

/** The variables that expressions may read from a response. */
function expressionInput({ status, headers, body, isWhole, validUntil }: HttpResponse, elapsedMs: number, now: Date) {
  const json = isWhole && isJson(headers['content-type']) ? tryParseJson(body) : undefined
  return {
    // As in the protocol, a body that is not JSON is an empty object.
    variables: {
      code: BigInt(status),
      headers: canonical(headers),
      ...(isWhole && { content: body, json: json ?? {} }),
    },
    // A body that is too long to be read as a whole allows no conclusion.
    unsupported: isWhole ? [] : ['content', 'json'],
    durationsMs: { elapsed: elapsedMs, sslAge: validUntil ? validUntil.getTime() - now.getTime() : 0 },
  }
}

/** Whether a complete response claims to be JSON. */
const claimsJson = (method: string, { status, headers, isWhole }: HttpResponse) =>
  method !== 'HEAD' && status !== 204 && isWhole && isJson(headers['content-type'])

/** Evaluates the response. Pure. */
function evaluateResponse(
  { method, responseCodes, responseContent, responseJSONContent, maxSSLExpiry, test, transform }: Spec,
  response: HttpResponse,
  now: Date
): CheckFinding {
  const { status, body, isWhole, unread, validUntil, redirects } = response
  const daysLeft = validUntil && Math.floor((validUntil.getTime() - now.getTime()) / 86_400_000)
  const details = {
    code: status,
    ...(redirects > 0 ? { redirects } : {}),
    ...(validUntil ? { certificateExpiresAt: validUntil.toISOString(), certificateDaysLeft: daysLeft } : {}),
  }
  const isExpected = responseCodes.length > 0 ? responseCodes.includes(status) : status >= 200 && status < 300
  const code = `response code ${status}`
  const rules = [
    createRule(
      'responseCodes',
      isExpected ? undefined : `${code}, expected ${responseCodes.join(' or ') || '2xx'}`,
      code
    ),
  ]
  let undecided: string | undefined
  if (responseContent !== undefined) {
    const isFound = body.includes(responseContent)
    if (isFound || isWhole)
      rules.push(
        createRule(
          'responseContent',
          isFound ? undefined : `the response does not contain "${responseContent}"`,
          `the response contains "${responseContent}"`
        )
      )
    else
      undecided = `the part of the response that was read does not contain "${responseContent}", and ${describeUnread(unread ?? '')}`
  }
  // A test reads an empty object instead, as in the protocol. A transformation would delete its checks.
  const isTested = Boolean(test?.expr) && !transform?.expr
  if (claimsJson(method, response) && !isTested)
    rules.push(
      createRule(
        'content-type',
        tryParseJson(body) === undefined ? invalidJson : undefined,
        'the response is valid JSON'
      )
    )
  if (responseJSONContent && isWhole)
    rules.push(
      createRule(
        'responseJSONContent',
        jsonProblem(body, responseJSONContent),
        `the response has ${responseJSONContent.value} at ${responseJSONContent.path}`
      )
    )
  else if (responseJSONContent)
    undecided ??= `the value at ${responseJSONContent.path} is unknown, because ${describeUnread(unread ?? '')}`
  if (maxSSLExpiry !== undefined) rules.push(createRule('maxSSLExpiry', ...expiryFound(daysLeft, maxSSLExpiry)))
  return { ...evaluateRules(rules, `code=${status}`, details), undecided }
}

/** @returns the problem with the remaining validity of a certificate, and the finding. */
function expiryFound(daysLeft: number | undefined, least: number): [problem: string | undefined, found: string] {
  if (daysLeft === undefined) return ['maxSSLExpiry is set, but the response came without TLS', '']
  const found = `the certificate expires in ${daysLeft} days`
  return [daysLeft < least ? `${found} (minimum ${least})` : undefined, found]
}

function jsonProblem(body: string, { path, value }: NonNullable<Spec['responseJSONContent']>): string | undefined {
  const document = tryParseJson(body)
  if (document === undefined) return 'the response is not JSON'
  const found = readJsonPath(document, parseJsonPath(path))
  if (found.length === 0) return `the response has nothing at ${path}`
  const texts = found.map((one) => (typeof one === 'string' ? one : JSON.stringify(one)))
  return texts.includes(String(value))
    ? undefined
    : `the response has ${redactAndClip(texts.join(', '), 200)} at ${path}, expected ${value}`
}

const isJson = (contentType = '') => /^application\/(?:[\w.-]+\+)?json\b/i.test(contentType.trim())
