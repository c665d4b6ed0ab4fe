import { command, type Offer } from '../command'
import type { Context } from '../context'
import { lazyRuns } from '../lazy-runs'
import { toGiveAccounts } from './people'
import { oneTarget } from '../slots'

const feature = 'settings.users'
const group = 'Outbox'
const runs = lazyRuns(() => import('./outbox.runs'))
const slots = { message: oneTarget('message') }

/** Mails contain sign-in codes. Only the embedded backend has an outbox. */
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
    opens: 'dialog',
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
    run: runs((module) => module.copyLink),
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
    run: runs((module) => module.copyText),
  }),
]
