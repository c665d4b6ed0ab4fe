import type { OpenedConnection } from './connection'

/** Origins of services that connections do not have to name; `*` is replaced by a service and region. */
export type ServiceOrigins = Readonly<
  Record<
    'aws' | 'github' | 'gitlab' | 'azureDevops' | 'azureLogin' | 'google' | 'googleStorage' | 'slack' | 'telegram',
    string
  >
>

export const publicServices: ServiceOrigins = {
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
 * `server/platform/outside`.
 * @throws when the test fails; the message is for users.
 */
export type TestConnection = (
  connection: OpenedConnection,
  signal: AbortSignal,
  services: ServiceOrigins,
  /** Parses a document that people write, in a thread with a deadline. */
  readDocuments: (text: string) => Promise<unknown[]>
) => Promise<unknown>
