import type { Connection } from './connection'

/** Where the services are that connections do not have to name. Origins; `*` stands for one service in one region. */
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
 * Uses a connection once, with the smallest request that shows whether it works. Connects by `server/outside` only.
 * @throws for whatever is wrong with it; the message is for people.
 */
export type Tester = (connection: Connection, signal: AbortSignal, services: Services) => Promise<unknown>
