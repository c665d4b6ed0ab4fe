import { z } from 'zod'
import { Fault } from './connection'
import type { Tester } from './tester'
import { tryParseJson } from '../try-parse-json'
import { bearer } from '../outside/request-headers'
import { askService, below } from './web'

/** Services name what is wrong with one word; anything longer is not repeated. */
const word = z
  .string()
  .regex(/^[\w-]{1,60}$/)
  .optional()
  .catch(undefined)
const slackAnswer = z.object({ ok: z.boolean(), error: word })
const telegramAnswer = z.object({ ok: z.boolean(), error_code: z.int().optional().catch(undefined) })

export const slack: Tester = async ({ url: written, password }, signal, services) => {
  const token = password || slackToken(written)
  if (token === '') throw new Fault('It has no bot token.')
  if (token.startsWith('hook-')) throw new Fault('A webhook of Slack cannot be tested without sending a message.')
  const url = below(new URL(services.slack), '/api/auth.test')
  const { status, body } = await askService({ url, method: 'POST', body: '', headers: bearer(token) }, signal)
  const answer = slackAnswer.safeParse(tryParseJson(body)).data
  if (!answer) throw new Fault(`Slack answered ${status}.`)
  if (!answer.ok) throw new Fault(`Slack does not take the token: ${answer.error ?? 'it gives no reason'}.`)
}

/** `slack://xoxb:123-456-abc@C001`, where `:` stands for the first `-` of the token. */
const slackToken = (url: string) => (/^slack:\/\/([^@/]+)@/.exec(url)?.[1] ?? '').replace(':', '-')

export const telegram: Tester = async ({ url: written, password }, signal, services) => {
  const token = password || (/^telegram:\/\/([^@/]+)@/.exec(written)?.[1] ?? '')
  // It becomes part of the path, and must stay there.
  if (!/^\d+:[\w-]+$/.test(token)) throw new Fault('It has no bot token, such as 1234567:abc.')
  const url = below(new URL(services.telegram), `/bot${token}/getMe`)
  const { status, body } = await askService({ url }, signal)
  const answer = telegramAnswer.safeParse(tryParseJson(body)).data
  if (!answer?.ok) throw new Fault(`Telegram does not take the token: it answered ${answer?.error_code ?? status}.`)
}
