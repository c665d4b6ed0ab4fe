/** An agent reports every minute; one that was seen within this time is online. */
const ONLINE_MS = 61_000

type Seen = { last_seen?: string | null | undefined }

/** Go writes its zero time for a time that was never set. */
const momentOf = (at: string | null | undefined): number | undefined => {
  const ms = at && !at.startsWith('0001-') ? Date.parse(at) : NaN
  return Number.isNaN(ms) ? undefined : ms
}

/** A time that is set; undefined for none, and for the zero time of Go. */
export const setMoment = (at: string | null | undefined): string | undefined =>
  momentOf(at) === undefined ? undefined : (at ?? undefined)

export type AgentHealth = 'online' | 'offline' | 'never'

/** Whether an agent is connected, from the time when it was last seen. */
export function agentHealth({ last_seen }: Seen, nowMs: number): AgentHealth {
  const seen = momentOf(last_seen)
  if (seen === undefined) return 'never'
  return nowMs - seen <= ONLINE_MS ? 'online' : 'offline'
}

export const agentHealthLabels: Readonly<Record<AgentHealth, string>> = {
  online: 'Online',
  offline: 'Offline',
  never: 'Never connected',
}
