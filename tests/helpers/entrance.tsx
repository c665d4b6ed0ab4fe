import { render } from '@testing-library/react'
import { type Answers, fakeIdentity } from './fake-identity'

/** Initial responses of a console with accounts for Ada, an administrator, except for the session. */
const backend: Answers = {
  'GET /console-config.json': { body: { version: '1', backend: 'embedded', signIn: 'kratos' } },
  'GET /api/auth/whoami': {
    body: { message: 'success', payload: { user: { id: 'ada', name: 'Ada Lovelace' }, roles: ['admin'] } },
  },
  'GET /api/properties': { body: [] },
}

/** Opens the whole console at an address, against a server with these responses. */
export async function openConsole(address: string, answers: Answers) {
  history.replaceState(null, '', address)
  const identity = fakeIdentity({ ...backend, ...answers })
  // Imported here, because these modules send requests when they load.
  const { App, prepareFirstRender: begin } = await import('../../src/app')
  const { queryClient: client } = await import('../../src/app/client')
  client.clear()
  begin()
  render(
    <>
      <div id="voice-polite" aria-live="polite" />
      <div id="voice-urgent" aria-live="assertive" />
      <App />
    </>
  )
  return { ...identity, client }
}
