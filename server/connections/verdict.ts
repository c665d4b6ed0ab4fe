import type { Vault } from '../secrets/vault'
import { errorText } from '../outside/error-text'
import { clip, concealing } from '../outside/redaction'
import { aws, s3 } from './aws'
import { azure } from './azure'
import { slack, telegram } from './chat'
import { azureDevops, git, github, gitlab } from './code-hosts'
import { openConnection, type StoredConnection } from './connection'
import { email } from './email'
import { gcs, googleCloud } from './google'
import { kubernetes } from './kubernetes'
import { folder, mysql, postgres, redis, sqlServer } from './stores'
import { publicServices, type Services, type Tester } from './tester'
import { elasticsearch, http, prometheus } from './web'

const testers = new Map<string, Tester>(
  Object.entries({
    aws,
    azure,
    azure_devops: azureDevops,
    elasticsearch,
    email,
    folder,
    gcs,
    git,
    github,
    gitlab,
    google_cloud: googleCloud,
    http,
    kubernetes,
    mysql,
    postgres,
    prometheus,
    redis,
    s3,
    slack,
    sql_server: sqlServer,
    telegram,
  })
)

/** Types of the protocol without a test. */
const notImplemented: ReadonlySet<string> = new Set(
  `discord dynatrace generic_webhook google_chat ifttt jmeter ldap matrix mattermost mongo ntfy opsgenie pushbullet
  pushover restic rocketchat sftp slackwebhook smb teams webhook windows zulip_chat`.split(/\s+/)
)

export type Verdict = { is: 'ok' } | { is: 'notImplemented' } | { is: 'failed'; reason: string }

export type TestTools = { vault: Vault; services?: Services; timeoutMs?: number }

const TIMEOUT_MS = 10_000
/** Limits messages, because services may return long ones. */
const LONGEST_REASON = 500

/**
 * Tests a connection. Unknown types pass, as the protocol requires. The reason of a failure contains no secret.
 * @param givenUp aborts when the client has disconnected.
 */
export async function testConnection(
  stored: StoredConnection,
  { vault, services = publicServices, timeoutMs = TIMEOUT_MS }: TestTools,
  givenUp: AbortSignal
): Promise<Verdict> {
  if (notImplemented.has(stored.type)) return { is: 'notImplemented' }
  const tester = testers.get(stored.type)
  if (!tester) return { is: 'ok' }
  const late = AbortSignal.timeout(timeoutMs)
  const { value, clean } = await concealing(async (): Promise<Verdict> => {
    try {
      const connection = openConnection(stored, vault)
      const signal = AbortSignal.any([late, givenUp])
      signal.throwIfAborted()
      await Promise.race([tester(connection, signal, services), aborted(signal)])
      return { is: 'ok' }
    } catch (error) {
      if (late.aborted)
        return { is: 'failed', reason: `The service did not respond within ${timeoutMs / 1000} seconds.` }
      return { is: 'failed', reason: clip(errorText(error).trim(), LONGEST_REASON) }
    }
  })
  return value.is === 'failed' ? { is: 'failed', reason: clean(value.reason) } : value
}

/** File system calls do not end with the signal. */
const aborted = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(new Error('aborted')), { once: true })
  })
