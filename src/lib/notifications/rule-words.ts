import { eventGroups, notificationEvents } from '@/shared/notifications/events'
import { formatCount, formatNames } from '@/shared/format'

type Named = { name?: string | null | undefined } | null | undefined
type Service = {
  name?: string | null | undefined
  connection?: string | null | undefined
  url?: string | null | undefined
}
type Addressed = {
  person_id?: string | null | undefined
  person?: Named
  team_id?: string | null | undefined
  team?: Named
  custom_services?: readonly Service[] | null | undefined
}

/** The events of a rule: `check failed, config item unhealthy or warning`. */
export function describeEvents(events: readonly string[]): string {
  const known = eventGroups.flatMap(({ kind, states }) => {
    const selected = states
      .filter((state) => events.includes(`${kind}.${state}`))
      .map((state) => state.replaceAll('.', ' '))
    const noun = kind === 'config' ? 'config item' : kind
    return selected.length === 0 ? [] : [`${noun} ${formatAlternatives(selected)}`]
  })
  return [...known, ...events.filter((event) => !notificationEvents.includes(event))].join(', ')
}

const formatAlternatives = (words: readonly string[]) =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`

/** Who receives the messages of a rule. The list does not contain the playbook of a rule. */
export function describeRuleRecipient({
  person_id,
  person,
  team_id,
  team,
  custom_services: services,
}: Addressed): string {
  if (person_id) return person?.name || 'a person'
  if (team_id) return team?.name || 'a team'
  if (!services || services.length === 0) return 'a playbook'
  return formatNames(services.map(describeService))
}

/** The name of a service. Of an address, only the host, because the rest may contain secrets. */
function describeService({ name, connection, url }: Service): string {
  if (name) return name
  if (connection) return connection.replace(/^connection:\/\//, '')
  const host = /^[\w+.-]+:\/\/(?:[^@/]*@)?([^/:?#]+)/.exec(url ?? '')?.[1]
  return host ?? 'an address'
}

type Counted = {
  sent?: number | null | undefined
  failed?: number | null | undefined
  pending?: number | null | undefined
}

/** The number of messages of a rule by outcome: `12 sent, 1 failed`; empty if there are none. */
export const describeSends = ({ sent, failed, pending }: Counted): string =>
  [
    ...(sent ? [`${sent.toLocaleString('en')} sent`] : []),
    ...(failed ? [`${failed.toLocaleString('en')} failed`] : []),
    ...(pending ? [`${pending.toLocaleString('en')} pending`] : []),
  ].join(', ')

type DryRunCounts = { counts: Readonly<Record<string, number>>; events: number }

/** Describes the result of a dry run in a sentence. */
export function describeDryRun({ counts, events }: DryRunCounts): string {
  if (events === 0) return 'None of these events happened.'
  const { sent = 0, pending = 0, error = 0, filtered = 0, ...others } = counts
  const due = sent + pending
  const held = Object.values(others).reduce((sum, count) => sum + count, 0)
  return [
    `${due === 0 ? 'No messages' : formatCount(due, 'message')} would have been sent`,
    ...(error > 0 ? [`${formatCount(error, 'message')} would have failed`] : []),
    ...(held > 0 ? [`${formatCount(held, 'message')} would have been held back`] : []),
    ...(filtered > 0 ? [`${formatCount(filtered, 'event')} did not match the filter`] : []),
  ]
    .join('; ')
    .concat('.')
}
