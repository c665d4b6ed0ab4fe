import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { z } from 'zod/mini'
import { deviceName } from '@/lib/account/user-agent'
import { ApiError, sendRaw } from '../http'
import { rowNames } from '../names'
import { IDENTITY_PATH, toSessionError, UNEXPECTED_RESPONSE } from '../sign-in/session'

const text = z.catch(z.optional(z.string()), undefined)
const time = z.catch(z.optional(z.iso.datetime({ offset: true })), undefined)

const session = z.object({
  id: z.string(),
  authenticated_at: time,
  /** Reported by the embedded service only. */
  last_used_at: time,
  devices: z.catch(z.nullish(z.array(z.object({ ip_address: text, user_agent: text }))), undefined),
})

export type SignedInSession = {
  id: string
  /** For example `Firefox on Windows`. */
  device: string
  /** Empty if unknown. */
  address: string
  /** ISO times; undefined if unknown. */
  signedInAt: string | undefined
  lastUsedAt: string | undefined
}

/** The sessions of one user. */
type Sessions = {
  /** The session of this browser. */
  here: SignedInSession
  /** Other sessions, the newest first, limited to one page of the service. */
  others: readonly SignedInSession[]
  /** Total number of other sessions. */
  total: number
}

function toSignedIn({ id, authenticated_at, last_used_at, devices }: z.infer<typeof session>): SignedInSession {
  // A service that records all addresses of a session has the newest first.
  const [device] = devices ?? []
  return {
    id,
    device: deviceName(device?.user_agent ?? ''),
    address: device?.ip_address ?? '',
    signedInAt: authenticated_at,
    lastUsedAt: last_used_at,
  }
}

/** The name of a session in messages. The address distinguishes sessions on similar devices. */
export const sessionLabel = ({ device, address }: SignedInSession): string =>
  address === '' ? device : `${device}, ${address}`

/** @throws {ApiError} for any response except a 200 that matches the schema. */
async function read<T>(request: Parameters<typeof sendRaw>[0], schema: z.ZodMiniType<T>) {
  const answer = await sendRaw({ ...request, path: `${IDENTITY_PATH}${request.path}` })
  if (answer.status !== 200) throw toSessionError(answer)
  const { data, error } = schema.safeParse(answer.data)
  if (error) throw new ApiError('contract', UNEXPECTED_RESPONSE, { cause: z.prettifyError(error) })
  return { data, headers: answer.headers }
}

/** Number of sessions to request. The service has further pages. */
const SHOWN = '250'

export const sessions = {
  all: ['sessions'] as const,

  list: () =>
    queryOptions({
      queryKey: [...sessions.all, 'list'],
      meta: { names: rowNames<SignedInSession, Sessions>('session', sessionLabel, ({ others }) => others) },
      queryFn: async ({ signal }): Promise<Sessions> => {
        const [here, others] = await Promise.all([
          read({ path: '/sessions/whoami', signal }, session),
          read({ path: '/sessions', query: [['page_size', SHOWN]], signal }, z.array(session)),
        ])
        const total = Number(others.headers?.get('X-Total-Count') ?? others.data.length)
        return {
          here: toSignedIn(here.data),
          others: others.data.map(toSignedIn),
          total: Number.isInteger(total) ? Math.max(total, others.data.length) : others.data.length,
        }
      },
    }),

  /** Ends another session by id. A session that has already ended counts as ended. */
  end: () =>
    mutationOptions({
      mutationFn: async (id: string) => {
        const answer = await sendRaw({ method: 'delete', path: `${IDENTITY_PATH}/sessions/${encodeURIComponent(id)}` })
        if (answer.status < 200 || answer.status > 299) throw toSessionError(answer)
      },
      meta: { invalidates: [sessions.all] },
    }),

  /** Ends all other sessions. Resolves to their number. */
  endOthers: () =>
    mutationOptions({
      mutationFn: async () =>
        (await read({ method: 'delete', path: '/sessions' }, z.object({ count: z.number() }))).data.count,
      meta: { invalidates: [sessions.all] },
    }),
}
