import { about } from '../../api/about'
import { config } from '../../api/config'
import { mayProxyKubernetes } from '../../lib/access'
import { formatCount } from '../../lib/format'
import { paths } from '../../lib/paths'
import { command, type Offer } from '../command'
import type { Context } from '../context'
import { lazyRuns } from '../lazy-runs'
import { namesOf } from '../names'
import { targets } from '../slots'

const runs = lazyRuns(() => import('./session.runs'))

/** Commands of the signed-in account. Those without a `run` are handled by the app. */
export const sessionCommands = [
  command({
    id: 'profile.open',
    title: 'Open your profile',
    group: 'Account',
    keywords:
      'password my account whoami who am i settings two-factor 2fa mfa authenticator backup codes security key e-mail name sessions devices signed in where',
    available: hasAccount,
    effect: 'view',
    run: (_args, { navigate }) => navigate(paths.profile),
  }),
  command({
    id: 'session.end',
    title: 'End session',
    group: 'Account',
    keywords: 'elsewhere device browser revoke remove',
    slots: { sessions: targets('session') },
    available(context, { sessions }) {
      const offer = toEndSessions(context)
      // Nobody knows their sessions by name, so that they cannot be asked for.
      return offer === true && sessions === undefined ? 'Choose a session on your profile.' : offer
    },
    effect: 'change',
    undo: 'none',
    preview: ({ sessions }) =>
      `Signs out ${namesOf(sessions)}. Whoever uses ${sessions.length === 1 ? 'it' : 'them'} has to sign in again.`,
    verb: ({ sessions }) => `End ${formatCount(sessions.length, 'session')}`,
    run: runs(({ end }) => end),
  }),
  command({
    id: 'session.endOthers',
    title: 'End all other sessions',
    group: 'Account',
    keywords: 'everywhere elsewhere devices browsers revoke lost stolen',
    available: toEndSessions,
    effect: 'change',
    undo: 'none',
    preview: () => 'Signs you out everywhere but in this browser. Access tokens stay.',
    verb: () => 'End the others',
    run: runs(({ endOthers }) => endOthers),
  }),
  command({
    id: 'session.kubeconfig',
    title: 'Download kubeconfig',
    group: 'Account',
    keywords: 'kubernetes kubectl kube config access token',
    available(context) {
      if (context.isReadOnly) return false
      if (context.deployment?.backend === 'embedded')
        return 'The embedded backend has no Kubernetes behind it, so there is no kubeconfig.'
      return mayProxyKubernetes(context) || 'Needs the right to use the Kubernetes proxy.'
    },
    effect: 'view',
    opens: 'dialog',
  }),
  command({
    id: 'copy.versions',
    title: 'Copy the versions',
    group: 'Help',
    keywords: 'version about release build backend frontend bug report clipboard',
    effect: 'view',
    async run(_args, effects) {
      const [{ version }, backend] = await Promise.all([
        effects.fetch(config()),
        effects.fetch(about()).catch(() => null),
      ])
      const text = versionLine(version, backend)
      await effects.copy(text)
      return { message: `Copied: ${text}.` }
    },
  }),
  command({
    id: 'session.signOut',
    title: 'Sign out',
    group: 'Account',
    keywords: 'log out logout leave exit quit session account',
    // A change, so that a link needs confirmation. Signing in again returns to the same place.
    effect: 'change',
    undo: 'needless',
    preview: () => 'Ends your session in all tabs of this browser.',
  }),
]

/** A hosted service has a list of its own. */
function toEndSessions(context: Context): Offer {
  if (!hasAccount(context) || context.deployment?.signIn === 'hosted') return false
  return context.online || 'You are offline.'
}

/** Whether whoever looks at the console has an account; while it is not known how people sign in, everybody has. */
function hasAccount({ isReadOnly, deployment }: Context): boolean {
  return !isReadOnly && deployment?.signIn !== 'none' && deployment?.signIn !== 'basic'
}

/** @param version undefined when it is not known or could not be read, as with `backend` */
export const versionLine = (version: string | undefined, backend: string | null | undefined) =>
  `Version ${version ?? 'NA'}, backend ${backend ?? 'NA'}`
