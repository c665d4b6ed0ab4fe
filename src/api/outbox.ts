import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod/mini'
import { rowNames } from './row-names'
import { call } from './http'

const message = z.object({
  id: z.string(),
  /** `queued` where there is no mail server, too: somebody has to hand it on. */
  status: z.catch(z.enum(['queued', 'sent', 'failed']), 'queued'),
  recipient: z.string(),
  template: z.string(),
  subject: z.string(),
  /** Empty once it was sent. */
  body: z.pipe(
    z.nullish(z.string()),
    z.transform((text) => text ?? '')
  ),
  send_count: z.catch(z.number(), 0),
  last_error: z.nullish(z.string()),
  created_at: z.iso.datetime({ offset: true }),
  sent_at: z.nullish(z.iso.datetime({ offset: true })),
})
export type OutboxMessage = z.infer<typeof message>

export const outbox = {
  all: ['outbox'] as const,

  /** Messages to people about their accounts, the newest first. Needs to update accounts and roles. */
  list: () =>
    queryOptions({
      queryKey: [...outbox.all, 'list'],
      meta: { names: rowNames<OutboxMessage>('message', ({ subject }) => subject) },
      queryFn: ({ signal }) => call({ path: '/api/auth/outbox', schema: z.array(message), signal }),
      // What is in it may be minutes old only where nobody looks.
      staleTime: 0,
    }),
}

/**
 * The address that a message asks to open. Where it also holds a code, that goes behind the `#`: the page fills it in, and
 * browsers send it to nobody.
 */
export function linkIn({ body }: Pick<OutboxMessage, 'body'>): string | undefined {
  const [link] = /https?:\/\/\S*[^\s.,;)]/.exec(body) ?? []
  const [, code] = /\bcode: (\d{6})\b/.exec(body) ?? []
  return link !== undefined && code !== undefined && !link.includes(code) ? `${link}#code=${code}` : link
}
