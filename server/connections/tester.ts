import type { Connection } from './connection'

/** Origins of services that connections do not have to name; `*` is replaced by a service and region. */
export type Services = Readonly<
  Record<
    'aws' | 'github' | 'gitlab' | 'azureDevops' | 'azureLogin' | 'google' | 'googleStorage' | 'slack' | 'telegram',
    string
  >
>

export const publicServices: Services = {
  aws: 'https://*.amazonaws.com',
  github: 'https://api.github.com',
  gitlab: 'https://gitlab.com',
  azureDevops: 'https://dev.azure.com',
  azureLogin: 'https://login.microsoftonline.com',
  google: 'https://oauth2.googleapis.com',
  googleStorage: 'https://storage.googleapis.com',
  slack: 'https://slack.com',
  telegram: 'https://api.telegram.org',
}

/**
 * Uses a connection once, with the smallest request that shows whether it works. Connects only through
 * `server/outside`.
 * @throws when the test fails; the message is for users.
 */
export type Tester = (connection: Connection, signal: AbortSignal, services: Services) => Promise<unknown>
