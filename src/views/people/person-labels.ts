import type { Account, Person } from '../../api/people'
import type { Target } from '../../commands/command'

export const accountLabels: Readonly<Record<Account, string>> = {
  active: 'Active',
  invited: 'Invited',
  off: 'Off',
  none: 'No account',
}

export const targetOf = ({ id, name }: Person): Target<'person'> => ({ kind: 'person', id, label: name })

/** In reading order, of data alone. */
export const sentenceOf = ({ name, email, roles, account }: Person) =>
  [name, email, roles.length === 0 ? 'no role' : roles.join(' and '), accountLabels[account].toLowerCase()]
    .filter(Boolean)
    .join(', ')

export const textOf = ({ name, email, roles, account }: Person) =>
  `${name} ${email} ${roles.join(' ')} ${accountLabels[account]}`
