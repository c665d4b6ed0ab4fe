import { tokens } from '@/api/account/tokens'
import { ApiError } from '@/api/http'
import { whoami } from '@/api/sign-in/whoami'
import { addReturnTo } from '@/lib/sign-in/add-return-to'
import { profilePage, signInPaths } from '@/shared/pages/sign-in'
import { bulkOutcome } from '../bulk-outcome'
import { runForEach } from '../bulk'
import { callLink, formatCall } from '../call'
import { callTo } from '../call-to'
import { CommandError, type Effects, type Outcome, type Target } from '../command'
import { findCommand } from '../registry'

const DAY_MS = 86_400_000

type NewTokenArgs = { name: string; days: string; roles?: readonly string[] | undefined }

/** Creates a token and reveals its text, which is stored nowhere. */
export async function createAccessToken({ name, days, roles = [] }: NewTokenArgs, effects: Effects): Promise<Outcome> {
  const { payload } = await effects.fetch(whoami())
  const made = await effects
    .mutate(tokens.create(), {
      personId: payload.user.id,
      name,
      expires_at: new Date(Date.now() + Number(days) * DAY_MS).toISOString(),
      // All roles, and those that are assigned later, unless some are selected.
      ...(roles.length > 0 && { roles }),
    })
    .catch((error: unknown) => {
      if (error instanceof ApiError && error.code === 'session_refresh_required') return undefined
      const taken = 'An access token with this name already exists'
      if (error instanceof ApiError && error.status === 409 && /name/.test(error.message))
        throw new CommandError(`${taken}.`, { fields: { name: taken } })
      throw error
    })
  if (!made) {
    const form = formatCall(
      callTo('token.create', { name, days, ...(roles.length > 0 && { roles: [...roles] }) }),
      findCommand
    )
    effects.navigate(addReturnTo(`${signInPaths.login}?refresh=true`, callLink(profilePage.path, form)))
    return { message: 'Confirm your identity. The form of the access token then opens again.' }
  }
  return {
    message: `Created the access token ${name}.`,
    reveal: {
      title: `Access token ${name}`,
      description: 'The token is shown once, and only its hash is stored.',
      items: [{ label: 'Access token', text: made.access_token }],
      notes: ['Programs send it as “Authorization: Bearer …”. If you lose it, revoke it and create another one.'],
    },
  }
}

export async function revokeAccessTokens(
  { tokens: list }: { tokens: readonly Target<'token'>[] },
  effects: Effects
): Promise<Outcome> {
  const { payload } = await effects.fetch(whoami())
  const bulk = await runForEach(list, effects, ({ id }) =>
    effects.mutate(tokens.revoke(), { personId: payload.user.id, id })
  )
  return bulkOutcome(bulk, list, (names) => `Revoked ${names}.`, {
    notDone: 'Not revoked',
    retry: (failed) => callTo('token.revoke', { tokens: failed }),
  })
}
