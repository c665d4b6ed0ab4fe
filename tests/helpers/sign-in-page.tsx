import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import { useLocation } from 'wouter'
import { profilePage } from '../../src/shared/pages/sign-in'
import { GalleryConsole } from '@dev/gallery/gallery-console'
import Profile from '@/views/sign-in/profile.page'
import SignIn from '../../src/views/sign-in/sign-in'
import { type Answers, fakeIdentity } from './fake-identity'

/** Opens the sign-in pages or the profile at an address, against an identity service with these responses. */
export function openSignIn(address: string, answers: Answers) {
  history.replaceState(null, '', address)
  const identity = fakeIdentity({ 'GET /sessions': { body: [] }, ...answers })
  const client = new QueryClient()
  client.setQueryData(['whoami'], 'somebody before')
  const view = render(
    <>
      <div id="voice-polite" aria-live="polite" />
      <div id="voice-urgent" aria-live="assertive" />
      <QueryClientProvider client={client}>
        <Pages />
      </QueryClientProvider>
    </>
  )
  return { identity, client, ...view }
}

function Pages() {
  const [path] = useLocation()
  if (path !== profilePage.path) return <SignIn />
  return (
    <GalleryConsole>
      <Profile />
    </GalleryConsole>
  )
}
