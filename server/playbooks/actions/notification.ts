import { z } from 'zod'
import { notify } from '../../platform/outside/notify'
import { fillIn } from '../../platform/expression/template'
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
  const url = fillIn(action.url ?? '', env)
  if (reference && url) throw new Error('A notification has either a connection or a url, not both.')
  if (!reference && !url) throw new Error('A notification needs a connection or a url.')
  const { namespace } = env['playbook'] as { namespace: string }
  const stored = reference ? await openConnection(reference, namespace) : undefined
  if (typeof stored === 'string') throw new Error(`${reference} cannot be used: ${stored}`)
  if (reference && !stored) throw new Error(`There is no ${reference}.`)
  const target = stored ?? { ...nothing, url }
  const title = fillIn(action.title, env)
  const message = fillIn(action.message, env)
  if (!title && !message) throw new Error('The notification needs a title or a message.')
  const properties = Object.fromEntries(
    Object.entries(action.properties).map(([name, value]) => [name, fillIn(value, env)])
  )
  await notify(target, { title, message, properties }, signal)
  return { result: { title, message } }
}

const nothing = { type: '', username: '', password: '', certificate: '', properties: {}, isInsecure: false }
