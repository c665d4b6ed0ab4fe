import { signAwsRequest } from './aws-signature'
import { type OpenedConnection, ConnectionFailure } from './connection'
import type { TestConnection } from './tester'
import { requestService, appendPath, toConnectionTls, webAddress } from './web'

/** SHA-256 of an empty body, which S3 requires as a header. */
const EMPTY = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'

/** Requests the caller's identity, which requires no permission. */
export const testAws: TestConnection = async (connection, signal, { aws: domain }) => {
  const { region, at, ...key } = accountOf(connection)
  const url = appendPath(at ?? addressOf(domain, 'sts', region), '/')
  url.search = '?Action=GetCallerIdentity&Version=2011-06-15'
  const headers = signAwsRequest({ method: 'GET', url }, { ...key, region, service: 'sts' }, new Date())
  const { status } = await requestService({ url, headers, ...(at && { tls: toConnectionTls(connection) }) }, signal)
  if (status !== 200) throw new ConnectionFailure(`AWS rejected the key with status ${status}.`)
}

/** Checks that the key can access the bucket. */
export const testS3: TestConnection = async (connection, signal, { aws: domain }) => {
  const { region, at, ...key } = accountOf(connection)
  const bucket = connection.properties['bucket'] ?? ''
  if (!/^[a-z0-9][\w.-]*$/i.test(bucket)) throw new ConnectionFailure('The connection names no bucket.')
  const url = appendPath(at ?? addressOf(domain, 's3', region), `/${bucket}`)
  const method = 'HEAD'
  const headers = signAwsRequest(
    { method, url, headers: { 'x-amz-content-sha256': EMPTY } },
    { ...key, region, service: 's3' },
    new Date()
  )
  const { status } = await requestService(
    { url, method, headers, ...(at && { tls: toConnectionTls(connection) }) },
    signal
  )
  if (status !== 200)
    throw new ConnectionFailure(`${url.host} responded with status ${status} for the bucket ${bucket} in ${region}.`)
}

/** The partition in China has domain names of its own. */
const addressOf = (domain: string, service: string, region: string) =>
  new URL(domain.replace('*', `${service}.${region}`) + (region.startsWith('cn-') ? '.cn' : ''))

/** @returns `at` for a custom address, such as that of MinIO. */
function accountOf({ url, username: accessKey, password: secretKey, properties }: OpenedConnection) {
  // Editors of connections must not be able to use the roles of the machine that this console runs on.
  if (accessKey === '' || secretKey === '')
    throw new ConnectionFailure('The connection requires an access key and a secret key.')
  const region = properties['region'] || 'us-east-1'
  // The region becomes part of the host name.
  if (!/^[a-z0-9-]+$/.test(region)) throw new ConnectionFailure('The region of the connection is invalid.')
  return { accessKey, secretKey, region, at: url === '' ? undefined : webAddress(url) }
}
