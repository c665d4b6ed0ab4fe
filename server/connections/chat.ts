import { z } from 'zod'
import { Fault } from './connection'
import type { Tester } from './tester'
import { tryParseJson } from '../try-parse-json'
import { bearer } from '../outside/request-headers'
import { askService, below } from './web'

/** Services return error codes of one word; longer texts are not repeated. */
const word = z
  .string()
  .regex(/^[\w-]{1,60}$/)
  .optional()
  .catch(undefined)
const slackAnswer = z.object({ ok: z.boolean(), error: word })
const telegramAnswer = z.object({ ok: z.boolean(), error_code: z.int().optional().catch(undefined) })

export const slack: Tester = async ({ url: written, password }, signal, services) => {
  const token = password || slackToken(written)
  if (token === '') throw new Fault('The connection has no bot token.')
  if (token.startsWith('hook-')) throw new Fault('A Slack webhook cannot be tested without sending a message.')
  const url = below(new URL(services.slack), '/api/auth.test')
  const { status, body } = await askService({ url, method: 'POST', body: '', headers: bearer(token) }, signal)
  const answer = slackAnswer.safeParse(tryParseJson(body)).data
  if (!answer) throw new Fault(`Slack responded with status ${status}.`)
  if (!answer.ok) throw new Fault(`Slack rejected the token: ${answer.error ?? 'no reason given'}.`)
}

/** `slack://xoxb:123-456-abc@C001`, where `:` replaces the first `-` of the token. */
const slackToken = (url: string) => (/^slack:\/\/([^@/]+)@/.exec(url)?.[1] ?? '').replace(':', '-')

export const telegram: Tester = async ({ url: written, password }, signal, services) => {
  const token = password || (/^telegram:\/\/([^@/]+)@/.exec(written)?.[1] ?? '')
  // The token becomes part of the path, and must not change the rest of it.
  if (!/^\d+:[\w-]+$/.test(token)) throw new Fault('The connection has no bot token, such as 1234567:abc.')
  const url = below(new URL(services.telegram), `/bot${token}/getMe`)
  const { status, body } = await askService({ url }, signal)
  const answer = telegramAnswer.safeParse(tryParseJson(body)).data
  if (!answer?.ok) throw new Fault(`Telegram rejected the token with status ${answer?.error_code ?? status}.`)
}
