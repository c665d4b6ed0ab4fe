import { render } from '@testing-library/react'
import { type Answers, playIdentity } from './play-identity'

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
  const identity = playIdentity({ ...backend, ...answers })
  // Imported here, because these modules send requests when they load.
  const { App, begin } = await import('../../src/app')
  const { client } = await import('../../src/app/client')
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
