import { render } from '@testing-library/react'
import { type Answers, playIdentity } from './play-identity'

/** What a console with accounts asks first, for Ada, an administrator; of the session it has no answer. */
const backend: Answers = {
  'GET /console-config.json': { body: { version: '1', backend: 'embedded', signIn: 'kratos' } },
  'GET /api/auth/whoami': {
    body: { message: 'success', payload: { user: { id: 'ada', name: 'Ada Lovelace' }, roles: ['admin'] } },
  },
  'GET /api/properties': { body: [] },
}

/** Opens the whole console at an address, before a server that answers as told. */
export async function openConsole(address: string, answers: Answers) {
  history.replaceState(null, '', address)
  const identity = playIdentity({ ...backend, ...answers })
  // Imported late, because these modules send requests when they load.
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
