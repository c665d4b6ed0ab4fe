import { z } from 'zod'
import { ConnectionFailure } from './connection'
import type { TestConnection } from './tester'
import { basicAuth, bearerAuth } from '../outside/request-headers'
import { requestService, appendPath, expectSuccess, webAddress } from './web'

const text = z.string().optional()
const name = z.string()
const cluster = z.looseObject({
  server: z.string(),
  'certificate-authority-data': text,
  'insecure-skip-tls-verify': z.boolean().optional(),
})
const user = z.looseObject({
  token: text,
  username: text,
  password: text,
  'client-certificate-data': text,
  'client-key-data': text,
})
const kubeconfig = z.object({
  'current-context': text,
  contexts: z.array(z.object({ name, context: z.object({ cluster: z.string(), user: text }) })).default([]),
  clusters: z.array(z.object({ name, cluster })).default([]),
  users: z.array(z.object({ name, user })).default([]),
})

/** Members that would run programs, read files of this machine, or use a proxy. */
const elsewhere = [
  'certificate-authority',
  'proxy-url',
  'exec',
  'auth-provider',
  'tokenFile',
  'client-certificate',
  'client-key',
]

/** Requests the version of the current context's cluster, as the user of that context. */
export const testKubernetes: TestConnection = async ({ certificate }, signal, _services, readDocuments) => {
  if (certificate === '')
    throw new ConnectionFailure(
      'The connection has no kubeconfig; other ways to connect to a cluster require a Mission Control backend.'
    )
  const at = currentOf(await readKubeconfig(certificate, readDocuments))
  const member = elsewhere.find((one) => one in at.cluster || one in at.user)
  if (member) throw new ConnectionFailure(`The kubeconfig has "${member}", which requires a Mission Control backend.`)
  const url = appendPath(webAddress(at.cluster.server), '/version')
  const answer = await requestService(
    {
      url,
      headers: credentialsOf(at.user),
      tls: {
        rejectUnauthorized: at.cluster['insecure-skip-tls-verify'] !== true,
        ...decoded('ca', at.cluster['certificate-authority-data']),
        ...decoded('cert', at.user['client-certificate-data']),
        ...decoded('key', at.user['client-key-data']),
      },
    },
    signal
  )
  expectSuccess(answer, url)
}

/** Characters: about fifty clusters with their certificates. */
const LONGEST = 256 * 1024

/**
 * The parsers' own messages are left out, because they quote the secret document.
 * @throws {ConnectionFailure}
 */
export async function readKubeconfig(
  certificate: string,
  readDocuments: (text: string) => Promise<unknown[]>
): Promise<z.infer<typeof kubeconfig>> {
  if (certificate.length > LONGEST) throw new ConnectionFailure('The kubeconfig is longer than 256 kB.')
  try {
    const [document] = await readDocuments(certificate)
    return kubeconfig.parse(document)
  } catch {
    throw new ConnectionFailure('The certificate is not a kubeconfig.')
  }
}

function currentOf({ contexts, clusters, users, 'current-context': current }: z.infer<typeof kubeconfig>) {
  const context = contexts.find((one) => one.name === current)?.context
  const found = clusters.find((one) => one.name === context?.cluster)?.cluster
  if (!context || !found) throw new ConnectionFailure('The kubeconfig has no current context with a cluster.')
  return { cluster: found, user: users.find((one) => one.name === context.user)?.user ?? {} }
}

function credentialsOf({ token, username, password = '' }: Partial<z.infer<typeof user>>): Record<string, string> {
  if (token) return bearerAuth(token)
  return username ? basicAuth(username, password) : {}
}

const decoded = (member: 'ca' | 'cert' | 'key', data: string | undefined) =>
  data === undefined ? {} : { [member]: Buffer.from(data, 'base64').toString('utf8') }
