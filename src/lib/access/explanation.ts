import type { AccessExplanation, DecidingRule, StoredRule } from '@/shared/access/explanation'
import { capital, formatNames } from '@/shared/format'
import { type Kind, kindNoun, kinds } from '../kinds'
import { actionVerb, objectName } from './right-words'

/** A question to `POST /api/rbac/_explain`. Without a subject it is about the user. */
export type AccessQuestion = {
  subject?: string
  action: string
  object?: string
  /** Ids by kind. */
  resource?: Readonly<Record<string, string>>
}

const isKind = (kind: string): kind is Kind => (kinds as readonly string[]).includes(kind)
const nounOf = (kind: string) => (isKind(kind) ? kindNoun(kind) : kind)

export type AccessVerdict = Pick<AccessExplanation, 'subject' | 'action' | 'object' | 'resources' | 'isAllowed'>

/** `Ada Lovelace may not run the playbook restart-pods for the check homepage` */
export function describeVerdict({ subject, action, object, resources, isAllowed }: AccessVerdict): string {
  const who =
    subject.type === 'person'
      ? subject.name
      : subject.id === 'everyone'
        ? 'Everyone'
        : subject.type === 'role'
          ? `The role ${subject.name}`
          : `The team ${subject.name}`
  const what =
    resources.length > 0
      ? resources.map(({ kind, name }) => `the ${nounOf(kind)} ${name}`).join(' for ')
      : objectName(object)
  return `${who} ${isAllowed ? 'may' : 'may not'} ${actionVerb(action)} ${what}`
}

/** The reason as the rest of a sentence, about the first rule. */
export function describeReason(explanation: AccessExplanation): string {
  const { rules, right, subject, isAllowed } = explanation
  const isOther = right.action !== explanation.action || right.object !== explanation.object
  const required = isOther && !isAllowed ? `it also requires ${right.action} on ${objectName(right.object)}, and ` : ''
  const [rule] = rules
  if (!rule) {
    const whose = subject.type === 'role' ? 'no permission' : 'no role and no permission'
    return `${required}${whose} of ${subject.id === 'everyone' ? 'everyone' : subject.name} grants ${right.action} on ${objectName(right.object)}`
  }
  return `${required}${describeRule(rule)}`
}

/** A rule as a part of a sentence: `the permission “no restarts” denies playbook:run on playbooks to the team platform`. */
export function describeRule(rule: DecidingRule): string {
  switch (rule.is) {
    case 'closed':
      return 'the sign-in service is closed to every role'
    case 'rowAccess':
      return 'row-level access hides it from guests'
    case 'role': {
      const who = rule.role === 'everyone' ? 'everyone who is signed in' : `the role ${rule.role}`
      return `${who} has ${describeRight(rule)}`
    }
    case 'permission': {
      const to = rule.subject ? ` to ${describeHolder(rule.subject)}` : ''
      const end = rule.until ? ` until ${rule.until.slice(0, 10)}` : ''
      return `${permissionName(rule)} ${rule.deny ? 'denies' : 'grants'} ${describeRight(rule)}${to}${end}`
    }
  }
}

const describeRight = ({
  action,
  object,
  isConditional = false,
}: {
  action: string
  object: string
  isConditional?: boolean
}) =>
  action === '*' && object === '*'
    ? 'every right'
    : `${action === '*' ? 'every right' : formatNames(action.split(','))} on ${isConditional ? 'individual resources of ' : ''}${objectName(object)}`

const describeHolder = ({ type, id, name }: NonNullable<StoredRule['subject']>) =>
  type === 'group' || type === 'role'
    ? id === 'everyone'
      ? 'everyone'
      : `the role ${id}`
    : type === 'person'
      ? (name ?? 'a person')
      : `the ${type} ${name ?? id}`

/** An id that the server generated is not a name. */
const isGenerated = (name: string) => /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i.test(name)

/** `the permission “no restarts”`, by its name or else its description; `a permission` if it has neither. */
export function permissionName({ name, description }: StoredRule): string {
  const text = name && !isGenerated(name) ? name : description
  return text ? `the permission “${text}”` : 'a permission'
}

/** `Ada Lovelace may not …: the permission “…” denies ….` */
export const describeExplanation = (explanation: AccessExplanation): string =>
  `${describeVerdict(explanation)}: ${describeReason(explanation)}.`

/** Further rules that decided in the same way, one sentence for each. */
export const describeOtherRules = ({ rules }: AccessExplanation): string[] => [
  ...new Set(rules.slice(1).map((rule) => `${capital(describeRule(rule))}.`)),
]
