import type { ConsoleConfig } from '../http/console-config'
import type { Access } from '../http/serve'
import type { Settings } from './settings'
import { version } from '../../package.json'

/** The configuration of the console for these settings. */
export const describeConsole = (settings: Settings): ConsoleConfig => ({
  version,
  backend: settings.backendUrl ? 'gateway' : 'embedded',
  signIn: describeSignIn(settings),
  ...(settings.hosted && {
    hosted: { publishableKey: settings.hosted.publishableKey, backends: settings.hosted.backends },
  }),
  ...(settings.healthOnly && { only: 'health' }),
  ...(settings.noChecks && { noChecks: true }),
})

function describeSignIn({ backendUrl, accounts, hosted, password }: Settings): ConsoleConfig['signIn'] {
  if (hosted) return 'hosted'
  if (backendUrl || accounts) return 'kratos'
  return password === undefined ? 'none' : 'basic'
}

/** Who may send requests. */
export const describeAccess = ({ backendUrl, password, accounts, hosted }: Settings): Access =>
  backendUrl || accounts?.publicUrl || hosted?.publicUrl
    ? 'sign-in'
    : password === undefined
      ? 'loopback'
      : { password }
