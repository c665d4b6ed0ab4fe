import type { Vault } from '../../data/secrets/vault'
import { formatError } from '../outside/error-text'
import { redactAndClip, withRedaction } from '../outside/redaction'
import { testAws, testS3 } from './aws'
import { testAzure } from './azure'
import { testSlack, testTelegram } from './chat'
import { testAzureDevops, testGit, testGithub, testGitlab } from './code-hosts'
import { openConnection, type StoredConnection } from './connection'
import { testCredentials } from './credential-test'
import { dynatrace } from './dynatrace'
import { testEmail } from './email'
import { testGcs, testGoogleCloud } from './google'
import type { ReadDocuments } from '../documents/document-reader'
import { testKubernetes } from './kubernetes'
import { modelServices } from './models'
import { notificationServices, testMatrix } from './notification-services'
import { testFolder, testMysql, testPostgres, testRedis, testSqlServer } from './stores'
import { publicServices, type ServiceOrigins, type TestConnection } from './tester'
import { testElasticsearch, testHttp, testPrometheus } from './web'

/** Types with one request that shows whether the credentials work. */
const credentialTests = { dynatrace, ...modelServices, ...notificationServices }

const testers = new Map<string, TestConnection>(
  Object.entries({
    aws: testAws,
    azure: testAzure,
    azure_devops: testAzureDevops,
    elasticsearch: testElasticsearch,
    email: testEmail,
    folder: testFolder,
    gcs: testGcs,
    git: testGit,
    github: testGithub,
    gitlab: testGitlab,
    google_cloud: testGoogleCloud,
    http: testHttp,
    kubernetes: testKubernetes,
    mysql: testMysql,
    postgres: testPostgres,
    prometheus: testPrometheus,
    redis: testRedis,
    s3: testS3,
    slack: testSlack,
    sql_server: testSqlServer,
    telegram: testTelegram,
    matrix: testMatrix,
    ...Object.fromEntries(Object.entries(credentialTests).map(([type, test]) => [type, testCredentials(test)])),
  })
)

/** Types of the protocol without a test: webhooks that only accept messages, and protocols without a client here. */
const notImplemented: ReadonlySet<string> = new Set(
  `generic_webhook google_chat ifttt jmeter ldap mattermost mongo restic rocketchat sftp slackwebhook smb teams webhook
  windows`.split(/\s+/)
)

type ConnectionVerdict = { is: 'ok' } | { is: 'notImplemented' } | { is: 'failed'; reason: string }

export type TestTools = { vault: Vault; readDocuments: ReadDocuments; services?: ServiceOrigins; timeoutMs?: number }

const TIMEOUT_MS = 10_000
/** Limits messages, because services may return long ones. */
const LONGEST_REASON = 500

/**
 * Tests a connection. Unknown types pass, as the protocol requires. The reason of a failure contains no secret.
 * @param givenUp aborts when the client has disconnected.
 */
export async function testConnection(
  stored: StoredConnection,
  { vault, readDocuments, services = publicServices, timeoutMs = TIMEOUT_MS }: TestTools,
  givenUp: AbortSignal
): Promise<ConnectionVerdict> {
  if (notImplemented.has(stored.type)) return { is: 'notImplemented' }
  const tester = testers.get(stored.type)
  if (!tester) return { is: 'ok' }
  const late = AbortSignal.timeout(timeoutMs)
  const { value, clean } = await withRedaction(async (): Promise<ConnectionVerdict> => {
    try {
      const connection = openConnection(stored, vault)
      const signal = AbortSignal.any([late, givenUp])
      signal.throwIfAborted()
      await Promise.race([
        tester(connection, signal, services, (text) => readDocuments(text, `connection ${stored.id}`)),
        aborted(signal),
      ])
      return { is: 'ok' }
    } catch (error) {
      if (late.aborted)
        return { is: 'failed', reason: `The service did not respond within ${timeoutMs / 1000} seconds.` }
      return { is: 'failed', reason: redactAndClip(formatError(error).trim(), LONGEST_REASON) }
    }
  })
  return value.is === 'failed' ? { is: 'failed', reason: clean(value.reason) } : value
}

/** File system calls do not end with the signal. */
const aborted = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(new Error('aborted')), { once: true })
  })
