import { ConnectionFailure } from './connection'
import type { TestConnection } from './tester'
import { requestService, appendPath } from './web'

/** Signs in as the application and discards the token. */
export const testAzure: TestConnection = async (
  { username, password, properties: { tenant = '' } },
  signal,
  services
) => {
  if (username === '' || password === '')
    throw new ConnectionFailure('The connection requires a client id and a client secret.')
  // The tenant becomes part of the path: an id or a domain.
  if (!/^[a-z0-9][a-z0-9.-]*$/i.test(tenant)) throw new ConnectionFailure('The connection names no tenant.')
  const url = appendPath(new URL(services.azureLogin), `/${tenant}/oauth2/v2.0/token`)
  const body = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: username,
    client_secret: password,
    scope: 'https://management.azure.com/.default',
  })
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded' }
  const { status } = await requestService({ url, method: 'POST', body: body.toString(), headers }, signal)
  if (status !== 200) throw new ConnectionFailure(`Azure rejected the secret with status ${status}.`)
}
