import './ui/base.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useLocation } from 'wouter'
import { forgetNavigation } from './app/call-address'
import { client } from './app/client'
import { AppRoot } from './app/app-root'
import { prefetchPage } from './app/first-requests'
import { loadPageAhead } from './app/pages'
import { isPublic } from './lib/paths'
import { EditorFrameContext } from './ui/editor/editor-frame'
import { ErrorScreen } from './views/shell/frame/boundary'
import { frameEditor } from './views/shell/commands/editor-place'
import { Gate } from './views/shell/access/gate'
import { LazyBoundary } from './views/shell/frame/lazy-boundary'
import { PreferredTimes } from './views/shell/preferences/preferred-times'

/** Not needed where somebody is signed in already, or signs in another way. */
const SignIn = lazy(() => import('./views/sign-in/sign-in'))
const Hosted = lazy(() => import('./views/sign-in/hosted/hosted'))

/** Both are constants of the build, so that a release does not contain it. */
const Gallery =
  import.meta.env.DEV || import.meta.env.MODE === 'gallery' ? lazy(() => import('./views/gallery/gallery')) : undefined

const isGallery = () => Gallery !== undefined && location.pathname.startsWith('/dev/gallery')

/** Of the first answers: longer than one takes that is here already, too short to be seen. */
const FIRST_WAIT_MS = 100

/**
 * Once for a page, before it is drawn. The gallery has no backend to ask.
 * @returns when it can be drawn: with its code and first answers at once if they are here, else soon without them
 */
export async function begin(): Promise<void> {
  forgetNavigation()
  if (isGallery()) return
  const path = location.pathname
  await Promise.race([
    Promise.allSettled([prefetchPage(client, path), ...loadPageAhead(path)]),
    new Promise((resolve) => setTimeout(resolve, FIRST_WAIT_MS)),
  ])
}

export function App() {
  if (Gallery && isGallery())
    return (
      <Suspense>
        <Gallery />
      </Suspense>
    )
  return (
    <QueryClientProvider client={client}>
      <PreferredTimes>
        <EditorFrameContext value={frameEditor}>
          <Entrance />
        </EditorFrameContext>
      </PreferredTimes>
    </QueryClientProvider>
  )
}

/** Which pages there are depends on who signs people in, and whether somebody is. */
function Entrance() {
  const [path] = useLocation()
  const [failed, setFailed] = useState<Error>()
  const late = (pages: ReactNode) =>
    failed ? (
      <ErrorScreen error={failed} onRetry={() => location.reload()} />
    ) : (
      <LazyBoundary onFailed={setFailed}>{pages}</LazyBoundary>
    )
  return (
    <Gate
      path={path}
      isPublic={isPublic(path)}
      signIn={late(<SignIn />)}
      hosted={late(
        <Hosted path={path}>
          <AppRoot />
        </Hosted>
      )}
    >
      <AppRoot />
    </Gate>
  )
}
