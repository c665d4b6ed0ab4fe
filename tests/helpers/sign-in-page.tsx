import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import SignIn from '../../src/views/sign-in/sign-in'
import { type Answers, playIdentity } from './play-identity'

/** Opens the pages for signing in at an address, before an identity service that answers as told. */
export function openSignIn(address: string, answers: Answers) {
  history.replaceState(null, '', address)
  const identity = playIdentity(answers)
  const client = new QueryClient()
  client.setQueryData(['whoami'], 'somebody before')
  const view = render(
    <>
      <div id="voice-polite" aria-live="polite" />
      <div id="voice-urgent" aria-live="assertive" />
      <QueryClientProvider client={client}>
        <SignIn />
      </QueryClientProvider>
    </>
  )
  return { identity, client, ...view }
}
