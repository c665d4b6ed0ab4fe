import { isWebAddress, requireSecret, secretHook, serviceUrl, type ServiceAddress } from './address'
import { invalidSettings } from './notification-error'
import type { Sender } from './sender'
import { reasonAt, type ServiceFailure } from './service-request'
import { breakLinks, cutBytes, cutText, sizeAsJson } from './text'

/** A message has at most 28 kB; the rest is for the card around the text. */
const MOST_TEXT_BYTES = 24_000
const LONGEST_TITLE = 1000

/**
 * Microsoft Teams: the address of a workflow ("When a Teams webhook request is received") or of an incoming webhook, or
 * `teams://group@tenant/altId/groupOwner?host=organization.webhook.office.com` for the latter. Both accept an adaptive
 * card. https://learn.microsoft.com/microsoftteams/platform/webhooks-and-connectors/how-to/connectors-using
 */
export const teamsSender: Sender = {
  types: ['teams'],
  schemes: ['teams'],
  owns: ({ hostname }) => hostname.endsWith('.webhook.office.com'),
  escapeValue: breakLinks,
  async send({ address, message: { title, message }, option, request }) {
    const card = {
      $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
      type: 'AdaptiveCard',
      version: '1.4',
      msteams: { width: 'Full' },
      body: [
        ...(title ? [textBlock(cutText(title, LONGEST_TITLE), { weight: 'Bolder', size: 'Medium' })] : []),
        ...(message ? [textBlock(cutBytes(message, MOST_TEXT_BYTES, sizeAsJson))] : []),
      ],
    }
    await request({
      url: isWebAddress(address) ? secretHook(address) : connectorUrl(address, option('host')),
      json: {
        type: 'message',
        attachments: [{ contentType: 'application/vnd.microsoft.card.adaptive', contentUrl: null, content: card }],
      },
      findFailure: findTeamsFailure,
    })
  },
}

const textBlock = (text: string, style: object = {}) => ({ type: 'TextBlock', text, wrap: true, ...style })

function connectorUrl({ user, host: tenant, segments }: ServiceAddress, host: string | undefined): URL {
  const [altId, owner, ...more] = segments
  if (!user || !tenant || !altId || !owner)
    throw invalidSettings('The address needs all parts of the webhook: teams://group@tenant/altId/groupOwner?host=….')
  if (!host) throw invalidSettings('The address needs the host of the webhook: ?host=organization.webhook.office.com.')
  for (const part of [user, altId, ...more]) requireSecret('', part)
  const url = serviceUrl({ host }, ['webhookb2', `${user}@${tenant}`, 'IncomingWebhook', altId, owner, ...more])
  // Microsoft writes the separator of group and tenant as it is.
  url.pathname = url.pathname.replace('%40', '@')
  return url
}

/** Incoming webhooks report some errors with the status 200, as a text that names the actual status. */
function findTeamsFailure(answer: {
  status: number
  headers: Readonly<Record<string, string>>
  body: string
  json: unknown
}): ServiceFailure | undefined {
  const [, status] = /delivery failed.*?\bHTTP error (\d{3})/is.exec(answer.body) ?? []
  if (answer.status === 200 && /delivery failed/i.test(answer.body))
    return {
      reason: `Microsoft Teams could not deliver it${status ? `, HTTP error ${status}` : ''}`,
      isPermanent: status !== undefined && status !== '429' && !status.startsWith('5'),
    }
  return reasonAt('error', 'message')(answer)
}
