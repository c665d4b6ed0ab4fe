import { parse } from 'yaml'
import { z } from 'zod'
import { Fault } from './connection'
import type { Tester } from './tester'
import { askService, basic, bearer, below, expectSuccess, webAddress } from './web'

const text = z.string().optional()
const named = <Key extends string, Shape extends z.ZodType>(key: Key, shape: Shape) =>
  z.array(z.object({ name: z.string() }).and(z.record(z.literal(key), shape))).default([])

const kubeconfig = z.object({
  'current-context': text,
  contexts: named('context', z.object({ cluster: z.string(), user: text })),
  clusters: named(
    'cluster',
    z.looseObject({
      server: z.string(),
      'certificate-authority-data': text,
      'insecure-skip-tls-verify': z.boolean().optional(),
    })
  ),
  users: named(
    'user',
    z.looseObject({
      token: text,
      username: text,
      password: text,
      'client-certificate-data': text,
      'client-key-data': text,
    })
  ),
})

/** What would run programs or read files of the machine that this console runs on, or go another way. */
const elsewhere = [
  'certificate-authority',
  'proxy-url',
  'exec',
  'auth-provider',
  'tokenFile',
  'client-certificate',
  'client-key',
]

/** Asks the cluster of the current context for its version, as the user of that context. */
export const kubernetes: Tester = async ({ certificate }, signal) => {
  if (certificate === '')
    throw new Fault('It has no kubeconfig; other ways to a cluster need a Mission Control backend.')
  const { cluster, user } = currentOf(read(certificate))
  const member = elsewhere.find((name) => name in cluster || name in user)
  if (member) throw new Fault(`Its kubeconfig has "${member}", which needs a Mission Control backend.`)
  const url = below(webAddress(cluster.server), '/version')
  const answer = await askService(
    {
      url,
      headers: user.token ? bearer(user.token) : user.username ? basic(user.username, user.password ?? '') : {},
      tls: {
        rejectUnauthorized: cluster['insecure-skip-tls-verify'] !== true,
        ...decoded('ca', cluster['certificate-authority-data']),
        ...decoded('cert', user['client-certificate-data']),
        ...decoded('key', user['client-key-data']),
      },
    },
    signal
  )
  expectSuccess(answer, url)
}

/** What is wrong with it is not said: the words of both readers repeat what they read. */
function read(certificate: string): z.infer<typeof kubeconfig> {
  try {
    return kubeconfig.parse(parse(certificate))
  } catch {
    throw new Fault('Its certificate is not a kubeconfig.')
  }
}

function currentOf({ contexts, clusters, users, 'current-context': current }: z.infer<typeof kubeconfig>) {
  const context = contexts.find(({ name }) => name === current)?.context
  const cluster = clusters.find(({ name }) => name === context?.cluster)?.cluster
  if (!context || !cluster) throw new Fault('Its kubeconfig has no current context with a cluster.')
  return { cluster, user: users.find(({ name }) => name === context.user)?.user ?? {} }
}

const decoded = (name: 'ca' | 'cert' | 'key', data: string | undefined) =>
  data === undefined ? {} : { [name]: Buffer.from(data, 'base64').toString('utf8') }
