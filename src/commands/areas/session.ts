import { about } from '../../api/about'
import { config } from '../../api/config'
import { mayProxyKubernetes } from '../../lib/access'
import { command } from '../command'

/** Commands of the signed-in account. Those without a `run` are handled by the app. */
export const sessionCommands = [
  command({
    id: 'profile.open',
    title: 'Open your profile',
    group: 'Account',
    keywords:
      'password my account whoami who am i settings two-factor 2fa mfa authenticator backup codes security key e-mail name',
    effect: 'view',
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
      return { said: `Copied: ${text}.` }
    },
  }),
  command({
    id: 'session.signOut',
    title: 'Sign out',
    group: 'Account',
    keywords: 'log out logout leave exit quit session account',
    // A change, so that a link needs confirmation. It needs no undo: signing in again returns to the same place.
    effect: 'change',
    preview: () => 'Ends your session in all tabs of this browser.',
  }),
]

/** @param version undefined when it is not known or could not be read, as with `backend` */
export const versionLine = (version: string | undefined, backend: string | null | undefined) =>
  `Version ${version ?? 'NA'}, backend ${backend ?? 'NA'}`
