import { z } from 'zod'
import { ConnectionFailure } from './connection'
import type { TestConnection } from './tester'
import { tryParseJson } from '../documents/try-parse-json'
import { bearerAuth } from '../outside/request-headers'
import { requestService, appendPath } from './web'

/** Services return error codes of one word; longer texts are not repeated. */
const word = z
  .string()
  .regex(/^[\w-]{1,60}$/)
  .optional()
  .catch(undefined)
const slackAnswer = z.object({ ok: z.boolean(), error: word })
const telegramAnswer = z.object({ ok: z.boolean(), error_code: z.int().optional().catch(undefined) })

export const testSlack: TestConnection = async ({ url: written, password }, signal, services) => {
  const token = password || slackToken(written)
  if (token === '') throw new ConnectionFailure('The connection has no bot token.')
  if (token.startsWith('hook-'))
    throw new ConnectionFailure('A Slack webhook cannot be tested without sending a message.')
  const url = appendPath(new URL(services.slack), '/api/auth.test')
  const { status, body } = await requestService({ url, method: 'POST', body: '', headers: bearerAuth(token) }, signal)
  const answer = slackAnswer.safeParse(tryParseJson(body)).data
  if (!answer) throw new ConnectionFailure(`Slack responded with status ${status}.`)
  if (!answer.ok) throw new ConnectionFailure(`Slack rejected the token: ${answer.error ?? 'no reason given'}.`)
}

/** `slack://xoxb:123-456-abc@C001`, where `:` replaces the first `-` of the token. */
const slackToken = (url: string) => (/^slack:\/\/([^@/]+)@/.exec(url)?.[1] ?? '').replace(':', '-')

export const testTelegram: TestConnection = async ({ url: written, password }, signal, services) => {
  const token = password || (/^telegram:\/\/([^@/]+)@/.exec(written)?.[1] ?? '')
  // The token becomes part of the path, and must not change the rest of it.
  if (!/^\d+:[\w-]+$/.test(token)) throw new ConnectionFailure('The connection has no bot token, such as 1234567:abc.')
  const url = appendPath(new URL(services.telegram), `/bot${token}/getMe`)
  const { status, body } = await requestService({ url }, signal)
  const answer = telegramAnswer.safeParse(tryParseJson(body)).data
  if (!answer?.ok)
    throw new ConnectionFailure(`Telegram rejected the token with status ${answer?.error_code ?? status}.`)
}
