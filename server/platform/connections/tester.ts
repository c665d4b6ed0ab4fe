import type { OpenedConnection } from './connection'

/** Origins of services that connections do not have to name; `*` is replaced by a service and region. */
export type ServiceOrigins = Readonly<
  Record<
    | 'anthropic'
    | 'aws'
    | 'azureDevops'
    | 'azureLogin'
    | 'discord'
    | 'gemini'
    | 'github'
    | 'gitlab'
    | 'google'
    | 'googleStorage'
    | 'openai'
    | 'pushbullet'
    | 'pushover'
    | 'slack'
    | 'telegram',
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
  anthropic: 'https://api.anthropic.com',
  discord: 'https://discord.com',
  gemini: 'https://generativelanguage.googleapis.com',
  openai: 'https://api.openai.com',
  pushbullet: 'https://api.pushbullet.com',
  pushover: 'https://api.pushover.net',
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
