import type { CredentialTest } from './credential-test'
import { ConnectionFailure } from './connection'
import { appendPath, webAddress } from './web'

/** Reads one problem. https://docs.dynatrace.com/docs/dynatrace-api/environment-api/problems-v2/problems/get-problems-list */
export const dynatrace: CredentialTest = {
  service: 'Dynatrace',
  credential: 'API key',
  request({ url: host, password, properties: { scheme } }) {
    if (password === '') throw new ConnectionFailure('The connection has no API key.')
    const url = appendPath(
      webAddress(host.includes('://') ? host : `${scheme || 'https'}://${host}`),
      '/api/v2/problems'
    )
    url.search = '?pageSize=1'
    return { url, headers: { Authorization: `Api-Token ${password}` } }
  },
  namesHost: () => true,
  explain: ({ status }) =>
    status === 403 ? 'Dynatrace accepts the API key, but it lacks the scope problems.read.' : undefined,
}
