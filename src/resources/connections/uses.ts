import { ApiError, type ResultPage } from '@/api/http'
import { type ConnectionUse, connectionUses } from '@/api/settings/connection-uses'
import { formatNames } from '@/shared/format'
import type { Target } from '@/lib/kinds'

type Effect = { noun: string; parts: string; effect: string }

/** The consequence for a resource when a connection that it uses is deleted. */
const effects: Readonly<Record<string, Effect>> = {
  canary: { noun: 'Canary', parts: 'checks', effect: 'Its checks fail' },
  scraper: { noun: 'Scraper', parts: 'parts', effect: 'It no longer scrapes' },
  topology: { noun: 'Topology', parts: 'components', effect: 'Its components are no longer updated' },
  playbook: { noun: 'Playbook', parts: 'actions', effect: 'Its actions fail' },
  notification: { noun: 'Notification rule', parts: 'services', effect: 'Its notifications are not delivered' },
  team: { noun: 'Team', parts: 'services', effect: 'It receives no notifications' },
  logbackend: { noun: 'Log backend', parts: 'parts', effect: 'Its logs cannot be searched' },
  connection: { noun: 'Connection', parts: 'parts', effect: 'It has no credentials' },
}

const effectOn = (kind: string): Effect =>
  effects[kind] ?? { noun: kind, parts: 'parts', effect: 'It may stop working' }

/** `checks homepage and cart` */
const partsOf = ({ kind, parts }: ConnectionUse): string =>
  parts.length === 0 ? '' : `${effectOn(kind).parts} ${formatNames(parts, 3)}`

/** A use as an entry of a list. Kinds without a page have no link. */
export const toUseEntry = (use: ConnectionUse) => {
  const { noun, effect } = effectOn(use.kind)
  return {
    target: { kind: use.kind, id: use.id, label: use.name } as Target,
    status: noun,
    tone: 'plain' as const,
    isOver: false,
    note: [`without it: ${effect.charAt(0).toLowerCase()}${effect.slice(1)}`, partsOf(use)].filter(Boolean).join(', '),
    at: use.at,
  }
}

/** A use in the confirmation of the deletion. */
const formatUse = (use: ConnectionUse): string => {
  const { noun, effect } = effectOn(use.kind)
  const parts = partsOf(use)
  return `${noun} ${use.name} uses it${parts === '' ? '' : ` (${parts})`}. ${effect}.`
}

type Uses = ResultPage<ConnectionUse>

/** The consequences of deleting a connection, as sentences. */
export async function listConnectionEffects(
  { id, label }: Target,
  load: (query: ReturnType<typeof connectionUses>) => Promise<Uses>
): Promise<readonly string[]> {
  try {
    const { rows, omitted } = await load(connectionUses(id))
    return [
      ...(rows.length === 0 ? [`Nothing that you may read uses ${label}.`] : rows.map(formatUse)),
      ...(omitted === undefined ? [] : [omitted]),
    ]
  } catch (error) {
    if (error instanceof ApiError && error.status === 404)
      return ['This backend does not report what uses a connection.']
    throw error
  }
}
