import { Fault } from './connection'
import type { Tester } from './tester'
import { askService, below } from './web'

/** Signs in as the application and discards the token. */
export const azure: Tester = async ({ username, password, properties: { tenant = '' } }, signal, services) => {
  if (username === '' || password === '') throw new Fault('The connection requires a client id and a client secret.')
  // The tenant becomes part of the path: an id or a domain.
  if (!/^[a-z0-9][a-z0-9.-]*$/i.test(tenant)) throw new Fault('The connection names no tenant.')
  const url = below(new URL(services.azureLogin), `/${tenant}/oauth2/v2.0/token`)
  const body = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: username,
    client_secret: password,
    scope: 'https://management.azure.com/.default',
  })
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded' }
  const { status } = await askService({ url, method: 'POST', body: body.toString(), headers }, signal)
  if (status !== 200) throw new Fault(`Azure rejected the secret with status ${status}.`)
}
