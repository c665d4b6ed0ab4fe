import { linkIn, type OutboxMessage, outbox } from '../../api/outbox'
import { paths } from '../../lib/paths'
import { command, type Effects, type Offer, type Target } from '../command'
import type { Context } from '../context'
import { dialogs } from '../dialogs'
import { toGiveAccounts } from './people'
import { oneTarget } from '../slots'

const feature = 'settings.users'
const group = 'Outbox'
const slots = { message: oneTarget('message') }

/** Mails hold codes to sign in with. Only the embedded backend lets anybody read them. */
const toRead = (context: Context): Offer => context.deployment?.backend !== 'gateway' && toGiveAccounts(context)

export const outboxCommands = [
  command({
    id: 'message.open',
    title: 'Read message',
    group,
    keywords: 'mail e-mail outbox show',
    feature,
    slots,
    available: toRead,
    effect: 'view',
    run({ message: [one] }) {
      if (one) dialogs.set({ is: 'message', message: one })
    },
  }),
  command({
    id: 'message.copyLink',
    title: 'Copy the link in the message',
    group,
    keywords: 'mail e-mail outbox invitation sign-in clipboard yank',
    feature,
    slots,
    available: toRead,
    effect: 'view',
    async run({ message: [one] }, effects) {
      const link = linkIn(await read(one, effects))
      if (link === undefined) return { said: 'There is no link in this message.', bad: true }
      await effects.copy(link)
      return { said: `Copied the link in “${one?.label}”.` }
    },
  }),
  command({
    id: 'message.copy',
    title: 'Copy the text of the message',
    group,
    keywords: 'mail e-mail outbox code clipboard yank',
    feature,
    slots,
    available: toRead,
    effect: 'view',
    async run({ message: [one] }, effects) {
      const { body } = await read(one, effects)
      if (body === '') return { said: 'The text is gone: it was sent.', bad: true }
      await effects.copy(body)
      return { said: `Copied the text of “${one?.label}”.` }
    },
  }),
  command({
    id: 'go.outbox',
    title: 'Go to the outbox',
    group: 'Go',
    keywords: 'mail messages e-mail sent invitations codes recovery settings',
    feature,
    available: toRead,
    effect: 'view',
    run: (_args, { navigate }) => navigate(paths.outbox),
  }),
]

/** @throws {Error} when it is not there any more. */
async function read(target: Target | undefined, effects: Effects): Promise<OutboxMessage> {
  const found = await effects.fetch(outbox.byId(target?.id ?? ''))
  if (!found) throw new Error('This message is not in the outbox any more.')
  return found
}
