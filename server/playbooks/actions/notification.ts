import { z } from 'zod'
import { isListProperty, noConnection, notify, valueEscapeFor } from '../../platform/outside/notify/notify'
import { fillIn, splitTemplates, TemplateError, type TemplateEnv } from '../../platform/expression/template'
import { fillInSignedAddress } from '../request-values'
import type { ActionRunner } from './action'
import { refuseUnsupportedMembers } from './unsupported-members'

const spec = z.object({
  connection: z.string().optional(),
  url: z.string().optional(),
  title: z.string().default(''),
  message: z.string().default(''),
  properties: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]).transform(String)).default({}),
})

/** Sends a notification, by a stored connection or an address. */
export const runNotificationAction: ActionRunner = async (written, env, signal, { openConnection }) => {
  refuseUnsupportedMembers('notification', written, Object.keys(spec.shape))
  const action = spec.parse(written)
  const reference = action.connection?.trim() ?? ''
  const url = fillInSignedAddress(action.url ?? '', env)
  if (reference && url) throw new Error('A notification has either a connection or a url, not both.')
  if (!reference && !url) throw new Error('A notification needs a connection or a url.')
  const { namespace } = env['playbook'] as { namespace: string }
  const stored = reference ? await openConnection(reference, namespace) : undefined
  if (typeof stored === 'string') throw new Error(`${reference} cannot be used: ${stored}`)
  if (reference && !stored) throw new Error(`There is no ${reference}.`)
  const target = stored ?? { ...noConnection, url }
  const escapeValue = valueEscapeFor(target)
  const fill = (text: string) => fillIn(text, env, escapeValue ? { as: escapeValue } : {})
  const title = fill(action.title)
  const message = fill(action.message)
  if (!title && !message) throw new Error('The notification needs a title or a message.')
  const properties = Object.fromEntries(
    Object.entries(action.properties).map(([name, value]) => [name, fillInProperty(name, value, env)])
  )
  await notify(target, { title, message, properties }, signal)
  return { result: { title, message } }
}

/** Fills in a property. A value that is one of several recipients stays one. */
function fillInProperty(name: string, written: string, env: TemplateEnv): string {
  const parts = splitTemplates(written, env)
  const several = parts.find(({ template, text }) => template !== undefined && text.includes(','))
  if (several && parts.length > 1 && isListProperty(name))
    throw new TemplateError(`The value of ${several.template} in ${name} contains a comma, which separates recipients.`)
  return parts.map(({ text }) => text).join('')
}
