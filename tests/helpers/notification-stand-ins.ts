import type { IncomingHttpHeaders } from 'node:http'
import { z } from 'zod'
import { tryParseJson } from '../../server/platform/documents/try-parse-json'
import { sendOnce, type SendRequest } from '../../server/platform/outside/http-request'
import { listen } from './listen'

export type StandInRequest = {
  method: string
  /** As the sender addressed it. */
  url: URL
  headers: IncomingHttpHeaders
  text: string
  json: unknown
  form: Record<string, string>
}

export type StandInAnswer = { status?: number; headers?: Record<string, string>; body?: unknown }

/**
 * Receives every request in place of the services, whatever their host.
 * @param answer default: status 200 without a body.
 */
export async function standIn(answer: (request: StandInRequest) => StandInAnswer = () => ({})) {
  const received: StandInRequest[] = []
  const { url: place } = await listen((incoming, response) => {
    let text = ''
    incoming.on('data', (part: Buffer) => (text += String(part)))
    incoming.on('end', () => {
      const { method = '', headers } = incoming
      const request: StandInRequest = {
        method,
        url: new URL(incoming.url ?? '', String(headers['x-addressed-origin'] ?? place.origin)),
        headers,
        text,
        json: tryParseJson(text),
        form: Object.fromEntries(new URLSearchParams(text)),
      }
      received.push(request)
      const { status = 200, headers: given = {}, body = '' } = answer(request)
      response.writeHead(status, given).end(typeof body === 'string' ? body : JSON.stringify(body))
    })
  })
  const send: SendRequest = (request, signal) => {
    const url = new URL(request.url.pathname + request.url.search, place)
    return sendOnce(
      { ...request, url, headers: { ...request.headers, 'X-Addressed-Origin': request.url.origin } },
      signal
    )
  }
  return { received, send, place }
}

const text = (most: number) => z.string().min(1).max(most)
const bytes = (most: number) => z.string().refine((one) => Buffer.byteLength(one) <= most, `more than ${most} bytes`)
/** A body as a whole. */
const wholeBytes = <T extends z.ZodType>(schema: T, most: number) =>
  schema.refine((body) => Buffer.byteLength(JSON.stringify(body)) <= most, `more than ${most} bytes`)

const textBlock = z.strictObject({
  type: z.literal('TextBlock'),
  text: text(30_000),
  wrap: z.literal(true),
  weight: z.literal('Bolder').optional(),
  size: z.literal('Medium').optional(),
})

type Documented = {
  /** Method, origin and path. */
  call: RegExp
  headers?: Record<string, string | RegExp>
  json?: z.ZodType
  form?: z.ZodType
  /** The response to a valid request. */
  accepted: StandInAnswer
  /** The response to an invalid one. */
  refused: (reason: string) => StandInAnswer
}

const error = (status: number, body: unknown): StandInAnswer => ({ status, body })
const jsonBody = { 'content-type': /^application\/json/ }
const formBody = { 'content-type': 'application/x-www-form-urlencoded' }

/** The request that each service documents, with its limits, and its responses. */
export const documented: Readonly<Record<string, Documented>> = {
  webhook: {
    call: /^POST https:\/\/hooks\.shop\.example\/in$/,
    headers: jsonBody,
    json: z.record(z.string(), z.string()),
    accepted: { status: 204 },
    refused: () => error(400, 'secret details'),
  },
  slackHook: {
    call: /^POST https:\/\/hooks\.slack\.com\/services\/T0\/B0\/tokenX$/,
    headers: jsonBody,
    json: z.strictObject({ text: text(40_000), blocks: z.array(z.record(z.string(), z.unknown())).optional() }),
    accepted: { body: 'ok' },
    refused: () => error(400, 'invalid_payload'),
  },
  slackApi: {
    call: /^POST https:\/\/slack\.com\/api\/chat\.postMessage$/,
    headers: { 'content-type': 'application/json; charset=utf-8', authorization: 'Bearer xoxb-12-34-tokenX' },
    json: z.strictObject({
      channel: text(80),
      text: text(40_000),
      username: text(80).optional(),
      blocks: z.array(z.record(z.string(), z.unknown())).optional(),
    }),
    accepted: { body: { ok: true, channel: 'C01', ts: '1.2' } },
    refused: () => error(200, { ok: false, error: 'invalid_arguments' }),
  },
  discord: {
    call: /^POST https:\/\/discord\.com\/api\/webhooks\/\d+\/tokenX$/,
    headers: jsonBody,
    json: z.strictObject({
      content: text(2000),
      allowed_mentions: z.strictObject({ parse: z.tuple([]) }),
      username: text(80).optional(),
    }),
    accepted: { body: { id: '1', content: '' } },
    refused: (message) => error(400, { code: 50_035, message, errors: {} }),
  },
  mattermost: {
    call: /^POST https:\/\/chat\.shop\.example:8065\/hooks\/tokenX$/,
    headers: jsonBody,
    json: z.strictObject({ text: text(16_383), channel: text(64).optional(), username: text(64).optional() }),
    accepted: { body: 'ok' },
    refused: (message) => error(400, { id: 'web.incoming_webhook', message, status_code: 400 }),
  },
  rocketchat: {
    call: /^POST https:\/\/chat\.shop\.example\/hooks\/partA\/tokenX$/,
    headers: jsonBody,
    json: z.strictObject({
      text: text(5000),
      channel: z
        .string()
        .regex(/^[#@]\w+$/)
        .optional(),
      alias: text(64).optional(),
    }),
    accepted: { body: { success: true } },
    refused: (reason) => error(400, { success: false, error: reason }),
  },
  teams: {
    call: /^POST https:\/\/(?:shop\.webhook\.office\.com\/webhookb2\/group@tenant\/IncomingWebhook\/tokenX\/owner|flows\.example\/workflows\/1)$/,
    headers: jsonBody,
    json: wholeBytes(
      z.strictObject({
        type: z.literal('message'),
        attachments: z.tuple([
          z.strictObject({
            contentType: z.literal('application/vnd.microsoft.card.adaptive'),
            contentUrl: z.null(),
            content: z.strictObject({
              $schema: z.literal('http://adaptivecards.io/schemas/adaptive-card.json'),
              type: z.literal('AdaptiveCard'),
              version: z.literal('1.4'),
              msteams: z.strictObject({ width: z.literal('Full') }),
              body: z.array(textBlock).min(1),
            }),
          }),
        ]),
      }),
      28 * 1024
    ),
    accepted: { status: 202 },
    refused: (message) => error(400, { error: { code: 'InvalidRequest', message } }),
  },
  telegram: {
    call: /^POST https:\/\/api\.telegram\.org\/bot12:tokenX\/sendMessage$/,
    headers: jsonBody,
    json: z.strictObject({
      chat_id: text(64),
      text: text(4096),
      disable_notification: z.literal(true).optional(),
      link_preview_options: z.strictObject({ is_disabled: z.literal(true) }).optional(),
    }),
    accepted: { body: { ok: true, result: { message_id: 1 } } },
    refused: (description) => error(400, { ok: false, error_code: 400, description }),
  },
  ntfy: {
    call: /^POST https:\/\/ntfy\.sh\/$/,
    headers: jsonBody,
    json: z.strictObject({
      topic: z.string().regex(/^[-\w]{1,64}$/),
      title: text(250).optional(),
      message: bytes(4096),
      priority: z.int().min(1).max(5).optional(),
      tags: z.array(z.string()).optional(),
      click: z.url().optional(),
      sequence_id: z
        .string()
        .regex(/^[-\w]{1,64}$/)
        .optional(),
    }),
    accepted: { body: { id: 'a', event: 'message' } },
    refused: (reason) => error(400, { code: 40_001, http: 400, error: reason }),
  },
  pushover: {
    call: /^POST https:\/\/api\.pushover\.net\/1\/messages\.json$/,
    headers: formBody,
    form: z.strictObject({
      token: z.literal('tokenX'),
      user: z.literal('userKey'),
      message: text(1024),
      title: text(250).optional(),
      device: text(100).optional(),
      priority: z.enum(['-2', '-1', '0', '1']).optional(),
    }),
    accepted: { body: { status: 1, request: 'a' } },
    refused: (reason) => error(400, { status: 0, errors: [reason], request: 'a' }),
  },
  opsgenie: {
    call: /^POST https:\/\/api\.eu\.opsgenie\.com\/v2\/alerts$/,
    headers: { ...jsonBody, authorization: 'GenieKey tokenX' },
    json: z.strictObject({
      message: text(130),
      alias: text(512).optional(),
      description: text(15_000).optional(),
      priority: z.enum(['P1', 'P2', 'P3', 'P4', 'P5']).optional(),
      tags: z.array(text(50)).max(20).optional(),
      entity: text(512).optional(),
      source: text(100).optional(),
      details: z.record(z.string(), z.string()).optional(),
    }),
    accepted: { status: 202, body: { result: 'Request will be processed', took: 0.3, requestId: 'a' } },
    refused: (message) => error(422, { message, took: 0.1, requestId: 'a' }),
  },
  googleChat: {
    call: /^POST https:\/\/chat\.googleapis\.com\/v1\/spaces\/S1\/messages$/,
    headers: jsonBody,
    json: wholeBytes(z.strictObject({ text: z.string().min(1) }), 32_000),
    accepted: { body: { name: 'spaces/S1/messages/1' } },
    refused: (message) => error(400, { error: { code: 400, message, status: 'INVALID_ARGUMENT' } }),
  },
  zulip: {
    call: /^POST https:\/\/chat\.shop\.example\/api\/v1\/messages$/,
    headers: { ...formBody, authorization: `Basic ${Buffer.from('bot@shop.example:tokenX').toString('base64')}` },
    form: z.union([
      z.strictObject({ type: z.literal('stream'), to: text(60), topic: text(60), content: text(10_000) }),
      z.strictObject({ type: z.literal('direct'), to: z.string().regex(/^\["/), content: text(10_000) }),
    ]),
    accepted: { body: { result: 'success', msg: '', id: 1 } },
    refused: (msg) => error(400, { result: 'error', msg, code: 'BAD_REQUEST' }),
  },
  pushbullet: {
    call: /^POST https:\/\/api\.pushbullet\.com\/v2\/pushes$/,
    headers: { ...jsonBody, 'access-token': 'tokenX' },
    json: z.strictObject({
      type: z.literal('note'),
      title: z.string().optional(),
      body: z.string(),
      guid: z.string().optional(),
      email: z.string().optional(),
      channel_tag: z.string().optional(),
      device_iden: z.string().optional(),
    }),
    accepted: { body: { iden: 'a', active: true } },
    refused: (message) =>
      error(400, { error: { code: 'invalid_request', type: 'invalid_request', message, cat: '(=^‥^=)' } }),
  },
  ifttt: {
    call: /^POST https:\/\/maker\.ifttt\.com\/trigger\/\w+\/with\/key\/tokenX$/,
    headers: jsonBody,
    json: z.strictObject({ value1: z.string(), value2: z.string(), value3: z.string() }),
    accepted: { body: "Congratulations! You've fired the down event" },
    refused: (message) => error(401, { errors: [{ message }] }),
  },
  matrix: {
    call: /^PUT https:\/\/matrix\.shop\.example\/_matrix\/client\/v3\/rooms\/[^/]+\/send\/m\.room\.message\/[-\w]+$/,
    headers: { ...jsonBody, authorization: 'Bearer tokenX' },
    json: wholeBytes(
      z.strictObject({ msgtype: z.literal('m.text'), body: z.string().min(1), 'm.mentions': z.strictObject({}) }),
      65_536
    ),
    accepted: { body: { event_id: '$1' } },
    refused: (reason) => error(400, { errcode: 'M_BAD_JSON', error: reason }),
  },
}

/** Answers as the service documents it. */
export function answerAs(service: string): (request: StandInRequest) => StandInAnswer {
  const rules = documented[service]
  if (!rules) throw new Error(`${service} is not documented`)
  return (request) => {
    const problem = findProblem(rules, request)
    return problem === undefined ? rules.accepted : rules.refused(problem)
  }
}

function findProblem({ call, headers = {}, json, form }: Documented, request: StandInRequest): string | undefined {
  const called = `${request.method} ${request.url.origin}${decodeURIComponent(request.url.pathname)}`
  if (!call.test(called)) return `wrong call: ${called}`
  for (const [name, wanted] of Object.entries(headers)) {
    const given = String(request.headers[name])
    if (typeof wanted === 'string' ? given !== wanted : !wanted.test(given)) return `wrong header ${name}: ${given}`
  }
  const content = json ? json.safeParse(request.json) : form?.safeParse(request.form)
  return content?.success === false ? z.prettifyError(content.error) : undefined
}
