import '@/commands/settings/teams.commands'
import { useQuery } from '@tanstack/react-query'
import { teamMembers } from '@/api/settings/teams'
import { callTo } from '@/commands/call-to'
import type { Target } from '@/commands/command'
import { resourcePath } from '@/shared/routing/registry'
import { Avatar } from '@/ui/avatar'
import { PageLink } from '@/ui/page-link'
import rows from '@/ui/short-list.module.css'
import { CommandButton } from '../../shared/commands/command-button'
import { Place } from '../../shared/commands/place'
import { QueryState } from '../../shared/query/query-state'
import css from '../resources/item-page.module.css'

/** The members of a team with name and e-mail, each of whom can be removed. */
export default function Members({ of: target }: { of: Target }) {
  const of = { ...target, kind: 'team' as const }
  const query = useQuery(teamMembers.of(of.id))
  const choices = (query.data ?? []).map(({ id, name, email }) => ({ value: id, label: name || email || id }))
  return (
    <Place scope="page" of="team" isPart target={of} choices={{ teamMember: choices }}>
      <QueryState
        query={query}
        what="the members"
        as="part"
        isEmpty={(all) => all.length === 0}
        empty={
          <div className={css.none}>
            <p>You haven't added any team members to the team yet.</p>
          </div>
        }
      >
        {(all) => (
          <ul className={rows.list} aria-label="Members">
            {all.map(({ id, name, email, avatar }) => (
              <li key={id} className={`${rows.row} ${rows.wrapping}`}>
                <Avatar name={name || email || ''} email={email ?? ''} image={avatar ?? ''} size="small" isNamed />
                <PageLink href={resourcePath('person', id) ?? ''} className={rows.name}>
                  <bdi>{name || id.slice(0, 8)}</bdi>
                </PageLink>
                <bdi className={rows.quiet}>{email}</bdi>
                <span className={rows.when}>
                  <CommandButton
                    call={callTo('team.removeMember', { team: [of], person: id })}
                    label="Remove user"
                    tone="bare"
                  />
                </span>
              </li>
            ))}
          </ul>
        )}
      </QueryState>
    </Place>
  )
}
