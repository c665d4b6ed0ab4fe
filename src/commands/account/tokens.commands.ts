import { z } from 'zod/mini'
import { formatCount } from '@/shared/format'
import { defineCommand, type Availability } from '../command'
import type { CommandContext } from '../context'
import { lazyFunctions } from '../lazy-functions'
import { jsonField, targetsSlot, textField } from '../slots'
import { formatTargetNames } from '../target-names'
import { defineCommands } from '../registry'

const group = 'Account'
const runs = lazyFunctions(() => import('./tokens.runs'))

/** The lifetimes that the form offers, in days. The server allows ten years. */
export const lifetimes = [
  { value: '7', label: '7 days' },
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '365', label: '1 year' },
] as const

export const tokenCommands = defineCommands([
  defineCommand({
    id: 'token.create',
    title: 'Create an access token',
    group,
    keywords: 'api key new program script automation bearer credential',
    slots: {
      name: textField('Name', z.string().check(z.trim(), z.minLength(1, 'Enter a name'), z.maxLength(100))),
      days: textField('Expires after', z.enum(lifetimes.map(({ value }) => value))),
      roles: jsonField('Roles', z.array(z.string()), { isOptional: true }),
    },
    available: tokenAvailability,
    effect: 'change',
    // The token is revoked instead, because its text may be in use.
    undo: 'none',
    opens: 'form',
    preview: ({ name }) => `Creates the access token ${name}.`,
    run: runs((module) => module.createAccessToken),
  }),
  defineCommand({
    id: 'token.revoke',
    title: 'Revoke access token',
    group,
    keywords: 'api key delete remove end leaked credential',
    slots: { tokens: targetsSlot('token') },
    available(context, { tokens }) {
      const offer = tokenAvailability(context)
      return offer === true && tokens === undefined ? 'Choose an access token in your profile.' : offer
    },
    effect: 'change',
    undo: 'none',
    preview: ({ tokens }) =>
      `Revokes ${formatTargetNames(tokens)}. Programs that use ${tokens.length === 1 ? 'it' : 'them'} are refused at once. This cannot be undone.`,
    verb: ({ tokens }) => `Revoke ${formatCount(tokens.length, 'access token')}`,
    run: runs((module) => module.revokeAccessTokens),
  }),
])

/** Only the embedded backend has tokens of people, for its own accounts. */
function tokenAvailability({ isReadOnly, deployment, online }: CommandContext): Availability {
  if (isReadOnly || deployment?.backend === 'gateway' || (deployment?.signIn ?? 'kratos') !== 'kratos') return false
  return online || 'You are offline.'
}
