import { ExternalLink } from 'lucide-react'
import { useMemo } from 'react'
import type { Incident, Responder } from '@/api/incidents/incident'
import { callTo } from '@/commands/call-to'
import { unnamedTarget } from '@/commands/command'
import { externalLink } from '@/lib/external-link'
import { Avatar } from '@/ui/avatar'
import { Time } from '@/ui/time'
import { CommandButton } from '../../shared/commands/command-button'
import { Place } from '../../shared/commands/place'
import { FactGroup } from '../../shared/fact-group'
import { icons } from '../../shared/icons'
import css from './responders.module.css'

/** The people and teams that work on an incident. */
export function Responders({ incident }: { incident: Incident }) {
  const responders = useMemo(
    () =>
      incident.responders
        .filter(({ deleted_at: gone }) => !gone)
        .toSorted((a, b) => a.created_at.localeCompare(b.created_at)),
    [incident]
  )
  return (
    <FactGroup title="Responders" isShown>
      {responders.length === 0 ? (
        <p className={css.quiet}>No responders yet</p>
      ) : (
        <ul className={css.list}>
          {responders.map((one) => (
            <li key={one.id}>
              <ResponderRow {...one} />
            </li>
          ))}
        </ul>
      )}
      <CommandButton call="responder.add" tone="bare" className={css.add} />
    </FactGroup>
  )
}

function ResponderRow({ id, person, team, external_id: ticket, properties, created_at: joined }: Responder) {
  const name = person?.name ?? team?.name ?? 'Deleted responder'
  const target = useMemo(() => ({ kind: 'responder', id, label: name }) as const, [id, name])
  return (
    <Place scope="detail" of="responder" target={target} className={css.responder}>
      <Avatar name={name} image={person?.avatar ?? undefined} size="small" isNamed />
      <span className={css.who}>
        <bdi className={css.name}>{name}</bdi>
        <span className={css.quiet}>
          {team && 'Team, '}joined <Time at={joined} as="ago" />
        </span>
        {ticket && <Ticket name={ticket} href={findTicketUrl(ticket, properties)} />}
      </span>
      <CommandButton
        call={callTo('responder.remove', { responder: [unnamedTarget('responder', id)] })}
        tone="bare"
        icon={icons.close}
        label={`Remove ${name}`}
      />
    </Place>
  )
}

/** The URL of the ticket of an external responder: its name if that is a URL, or one of its properties. */
function findTicketUrl(ticket: string, properties: Responder['properties']): string | undefined {
  const { url, link } = properties ?? {}
  return [ticket, url, link].flatMap((one) => (typeof one === 'string' ? (externalLink(one) ?? []) : []))[0]
}

const Ticket = ({ name, href }: { name: string; href: string | undefined }) =>
  href ? (
    <a href={href} target="_blank" rel="noopener noreferrer" className={css.link}>
      <bdi>{name}</bdi>
      <ExternalLink size={12} strokeWidth={1.75} aria-hidden="true" />
      <span className="visually-hidden"> (opens a new tab)</span>
    </a>
  ) : (
    <bdi className={css.quiet}>{name}</bdi>
  )
