import { about } from '@/api/about'
import { consoleConfigQuery } from '@/api/config'
import { describeMissingRight } from '@/lib/access/access-needed'
import { canProxyKubernetes, proxying } from '@/shared/access/access'
import { formatCount } from '@/shared/format'
import { profilePage } from '@/shared/pages/sign-in'
import { defineCommand, type Availability } from '../command'
import type { CommandContext } from '../context'
import { lazyFunctions } from '../lazy-functions'
import { formatTargetNames } from '../target-names'
import { targetsSlot } from '../slots'
import { defineCommands } from '../registry'

const runs = lazyFunctions(() => import('./session.runs'))

/** Commands of the signed-in account. Those without a `run` are handled by the app. */
export const sessionCommands = defineCommands([
  defineCommand({
    id: 'profile.open',
    title: 'Open your profile',
    group: 'Account',
    keywords:
      'password my account whoami who am i settings two-factor 2fa mfa authenticator backup codes security key e-mail name sessions devices signed in where',
    available: hasAccount,
    effect: 'view',
    run: (_args, { navigate }) => navigate(profilePage.path),
  }),
  defineCommand({
    id: 'session.end',
    title: 'End session',
    group: 'Account',
    keywords: 'elsewhere device browser revoke remove',
    slots: { sessions: targetsSlot('session') },
    available(context, { sessions }) {
      const offer = sessionAvailability(context)
      // Sessions have no names that a user would know, so the palette cannot prompt for one.
      return offer === true && sessions === undefined ? 'Choose a session in your profile.' : offer
    },
    effect: 'change',
    undo: 'none',
    preview: ({ sessions }) => `Signs out ${formatTargetNames(sessions)}. Their users must sign in again.`,
    verb: ({ sessions }) => `End ${formatCount(sessions.length, 'session')}`,
    run: runs((module) => module.endUserSessions),
  }),
  defineCommand({
    id: 'session.endOthers',
    title: 'End all other sessions',
    group: 'Account',
    keywords: 'everywhere elsewhere devices browsers revoke lost stolen',
    available: sessionAvailability,
    effect: 'change',
    undo: 'none',
    preview: () => 'Signs you out everywhere except in this browser. Access tokens stay valid.',
    verb: () => 'End other sessions',
    run: runs((module) => module.endAllOtherSessions),
  }),
  defineCommand({
    id: 'session.kubeconfig',
    title: 'Download kubeconfig',
    group: 'Account',
    keywords: 'kubernetes kubectl kube config access token',
    available(context) {
      if (context.isReadOnly) return false
      if (context.deployment?.backend === 'embedded')
        return 'The embedded backend is not connected to Kubernetes, so there is no kubeconfig.'
      return (
        canProxyKubernetes(context) ||
        describeMissingRight(context, 'access to the Kubernetes proxy', (role) => proxying.has(role))
      )
    },
    effect: 'view',
    opens: 'dialog',
  }),
  defineCommand({
    id: 'copy.versions',
    title: 'Copy the versions',
    group: 'Help',
    keywords: 'version about release build backend frontend bug report clipboard',
    effect: 'view',
    async run(_args, effects) {
      const [{ version }, backend] = await Promise.all([
        effects.fetch(consoleConfigQuery()),
        effects.fetch(about()).catch(() => null),
      ])
      const text = formatVersions(version, backend)
      await effects.copy(text)
      return { message: `Copied: ${text}.` }
    },
  }),
  defineCommand({
    id: 'session.signOut',
    title: 'Sign out',
    group: 'Account',
    keywords: 'log out logout leave exit quit session account',
    // A change, so that a link needs confirmation. Signing in again returns to the same page.
    effect: 'change',
    undo: 'needless',
    preview: () => 'Ends your session in all tabs of this browser.',
  }),
])

/** A hosted sign-in service has its own list of sessions. */
function sessionAvailability(context: CommandContext): Availability {
  if (!hasAccount(context) || context.deployment?.signIn === 'hosted') return false
  return context.online || 'You are offline.'
}

/** Whether the user has an account to change. True until the sign-in method is known. */
function hasAccount({ isReadOnly, deployment }: CommandContext): boolean {
  return !isReadOnly && (deployment === undefined || deployment.signIn === 'kratos' || deployment.signIn === 'hosted')
}

/** @param version undefined if it is unknown or could not be read, like `backend` */
export const formatVersions = (version: string | undefined, backend: string | null | undefined) =>
  `Version ${version ?? 'NA'}, backend ${backend ?? 'NA'}`
