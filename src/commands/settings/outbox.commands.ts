import { defineCommand, type Availability } from '../command'
import type { CommandContext } from '../context'
import { lazyFunctions } from '../lazy-functions'
import { accountAvailability } from './people.commands'
import { targetSlot } from '../slots'
import { defineCommands } from '../registry'

const feature = 'settings.users'
const group = 'Outbox'
const runs = lazyFunctions(() => import('./outbox.runs'))
const slots = { message: targetSlot('message') }

/** Mails contain sign-in codes. Only the embedded backend has an outbox. */
const outboxAvailability = (context: CommandContext): Availability =>
  context.deployment?.backend !== 'gateway' && accountAvailability(context)

export const outboxCommands = defineCommands([
  defineCommand({
    id: 'message.open',
    title: 'Read message',
    group,
    keywords: 'mail e-mail outbox show',
    feature,
    slots,
    available: outboxAvailability,
    effect: 'view',
    opens: 'dialog',
  }),
  defineCommand({
    id: 'message.copyLink',
    title: 'Copy the link in the message',
    group,
    keywords: 'mail e-mail outbox invitation sign-in clipboard yank',
    feature,
    slots,
    available: outboxAvailability,
    effect: 'view',
    run: runs((module) => module.copyMessageLink),
  }),
  defineCommand({
    id: 'message.copy',
    title: 'Copy the text of the message',
    group,
    keywords: 'mail e-mail outbox code clipboard yank',
    feature,
    slots,
    available: outboxAvailability,
    effect: 'view',
    run: runs((module) => module.copyMessageText),
  }),
])
