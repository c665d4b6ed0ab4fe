import { Check, X } from 'lucide-react'
import {
  type AccessVerdict,
  describeExplanation,
  describeOtherRules,
  describeVerdict,
  permissionName,
} from '@/lib/access/explanation'
import type { AccessExplanation, StoredRule } from '@/shared/access/explanation'
import { capital, formatCount } from '@/shared/format'
import { resourcePath } from '@/shared/routing/registry'
import { useAnnouncement } from '@/ui/hooks'
import { PageLink } from '@/ui/page-link'
import css from './access.module.css'

/** The answer as a sentence, the rules that decided, and those who have the right. */
export function ExplanationView({ explanation }: { explanation: AccessExplanation }) {
  const { isAllowed, rules } = explanation
  const sentence = describeExplanation(explanation)
  const others = describeOtherRules(explanation)
  const stored = rules.filter((rule): rule is StoredRule => rule.is === 'permission')
  useAnnouncement(sentence, { key: 'explanation' })
  return (
    <>
      <Verdict isAllowed={isAllowed} sentence={sentence} />
      {others.length > 0 && (
        <ul className={css.list} aria-label="Further rules that decide the same">
          {others.map((other) => (
            <li key={other}>{other}</li>
          ))}
        </ul>
      )}
      <StoredRules rules={stored} />
      <Holders explanation={explanation} />
    </>
  )
}

/** The answer of a backend that does not name the rule. */
export function ReviewView({ review }: { review: AccessVerdict }) {
  const sentence = `${describeVerdict(review)}.`
  useAnnouncement(sentence, { key: 'explanation' })
  return (
    <>
      <Verdict isAllowed={review.isAllowed} sentence={sentence} />
      <p className={css.quiet}>This backend does not say which rule decides, or who else has the right.</p>
    </>
  )
}

function Verdict({ isAllowed, sentence }: { isAllowed: boolean; sentence: string }) {
  const Icon = isAllowed ? Check : X
  return (
    <p className={css.verdict} data-tone={isAllowed ? 'good' : 'bad'}>
      <Icon size={16} strokeWidth={2} aria-hidden="true" />
      <span>{sentence}</span>
    </p>
  )
}

/** Links to the permissions that decided. */
function StoredRules({ rules }: { rules: readonly StoredRule[] }) {
  const links = [...new Map(rules.map((rule) => [rule.id, rule])).values()].flatMap((rule) => {
    const path = resourcePath('permission', rule.id)
    return path === undefined ? [] : [{ id: rule.id, path, label: `Open ${permissionName(rule)}` }]
  })
  return links.map(({ id, path, label }) => (
    <p key={id}>
      <PageLink href={path} className={css.link}>
        {label}
      </PageLink>
    </p>
  ))
}

function Holders({ explanation: { holders, right } }: { explanation: AccessExplanation }) {
  const { roles, teams, people } = holders
  const more = people ? people.total - people.first.length : 0
  return (
    <dl className={css.holders} aria-label={`Who has the right ${right.action} on ${right.object}`}>
      <dt>Roles with the right</dt>
      <dd>{roles.length > 0 ? roles.map(capital).join(', ') : 'None'}</dd>
      {teams.length > 0 && (
        <>
          <dt>Teams</dt>
          <dd>
            <Names kind="team" list={teams} />
          </dd>
        </>
      )}
      {people && (
        <>
          <dt>{`${formatCount(people.total, 'person')}${people.isPartial ? ' or more' : ''}`}</dt>
          <dd>
            {people.total === 0 ? 'Nobody has the right.' : <Names kind="person" list={people.first} />}
            {more > 0 && ` and ${more.toLocaleString('en')} more`}
          </dd>
        </>
      )}
    </dl>
  )
}

const Names = ({ kind, list }: { kind: 'person' | 'team'; list: readonly { id: string; name: string }[] }) => (
  <ul className={css.names}>
    {list.map(({ id, name }) => {
      const path = resourcePath(kind, id)
      return (
        <li key={id}>
          {path === undefined ? (
            <bdi>{name}</bdi>
          ) : (
            <PageLink href={path} className={css.link}>
              <bdi>{name}</bdi>
            </PageLink>
          )}
        </li>
      )
    })}
  </ul>
)
