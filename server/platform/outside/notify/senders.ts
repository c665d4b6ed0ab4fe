import { discordSender } from './discord'
import { emailSender } from './email'
import { googleChatSender } from './google-chat'
import { iftttSender } from './ifttt'
import { matrixSender } from './matrix'
import { mattermostSender } from './mattermost'
import { ntfySender } from './ntfy'
import { opsgenieSender } from './opsgenie'
import { pushbulletSender } from './pushbullet'
import { pushoverSender } from './pushover'
import { rocketchatSender } from './rocketchat'
import type { Sender } from './sender'
import { slackSender } from './slack'
import { teamsSender } from './teams'
import { telegramSender } from './telegram'
import { webhookSender } from './webhook'
import { zulipSender } from './zulip'

/** Every service that notifications can be sent to. */
export const senders: readonly Sender[] = [
  discordSender,
  emailSender,
  googleChatSender,
  iftttSender,
  matrixSender,
  mattermostSender,
  ntfySender,
  opsgenieSender,
  pushbulletSender,
  pushoverSender,
  rocketchatSender,
  slackSender,
  teamsSender,
  telegramSender,
  webhookSender,
  zulipSender,
]
