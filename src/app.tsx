import './ui/base.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useLocation } from 'wouter'
import { clearNavigationState } from './app/call-address'
import { queryClient } from './app/client'
import { AppRoot } from './app/app-root'
import { prefetchPage } from './app/first-requests'
import { prefetchPageModule } from './app/pages'
import { isPublicPath } from './shared/routing/registry'
import { lazyComponent } from './ui/lazy-component'
import { prefetchModule } from './ui/use-loaded'
import { EditorFrameContext } from './ui/editor/editor-frame'
import { ErrorScreen } from './views/shared/page/error-boundary'
import { frameEditor } from './views/shared/commands/editor-place'
import { SignInGate } from './views/shared/access/sign-in-gate'
import { FailureBoundary } from './views/shared/page/failure-boundary'
import { PreferredTimes } from './views/account/preferences/preferred-times'

/** Not needed if the user is already signed in, or signs in another way. */
const SignIn = lazyComponent({ load: () => import('./views/sign-in/sign-in') })
const Hosted = lazyComponent({ load: () => import('./views/sign-in/hosted/hosted-sign-in') })

const loadDirectionControls = () => import('./ui/direction-controls')

/** Both conditions are constants of the build, so that a release does not contain the gallery. */
const Gallery =
  import.meta.env.DEV || import.meta.env.MODE === 'gallery'
    ? lazyComponent({ load: () => import('@dev/gallery/gallery') })
    : undefined

const isGallery = () => Gallery !== undefined && location.pathname.startsWith('/dev/gallery')

/**
 * The longest wait for the first responses, in milliseconds: longer than a cached response takes, too short to be
 * noticed.
 */
const FIRST_WAIT_MS = 100

/**
 * Called once per page, before it renders. The gallery has no backend.
 * @returns settles when the page can render: when its code and first responses have arrived, or after a short wait
 */
export async function prepareFirstRender(): Promise<void> {
  clearNavigationState()
  if (isGallery()) return
  const path = location.pathname
  await Promise.race([
    Promise.allSettled([prefetchPage(queryClient, path), ...prefetchPageModule(path)]),
    new Promise((resolve) => setTimeout(resolve, FIRST_WAIT_MS)),
  ])
  void prefetchModule(loadDirectionControls).then((loaded) => loaded?.showDirectionControls(document.documentElement))
}

export function App() {
  if (Gallery && isGallery()) return <Gallery />
  return (
    <QueryClientProvider client={queryClient}>
      <PreferredTimes>
        <EditorFrameContext value={frameEditor}>
          <Entrance />
        </EditorFrameContext>
      </PreferredTimes>
    </QueryClientProvider>
  )
}

/** The available pages depend on the sign-in method and on the session. */
function Entrance() {
  const [path] = useLocation()
  const [failed, setFailed] = useState<Error>()
  const guarded = (pages: ReactNode) =>
    failed ? (
      <ErrorScreen error={failed} onRetry={() => location.reload()} />
    ) : (
      <FailureBoundary onFailed={setFailed}>{pages}</FailureBoundary>
    )
  return (
    <SignInGate
      path={path}
      isPublic={isPublicPath(path)}
      signIn={guarded(<SignIn />)}
      hosted={guarded(
        <Hosted path={path}>
          <AppRoot />
        </Hosted>
      )}
    >
      <AppRoot />
    </SignInGate>
  )
}
