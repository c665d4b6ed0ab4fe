import { useQueryClient } from '@tanstack/react-query'
import { useContext, useMemo, useState } from 'react'
import { useLocation } from 'wouter'
import { useSearch } from 'wouter/use-browser-location'
import { lazyFunctions } from '../commands/lazy-functions'
import { keyPreferenceStore } from '../commands/stores/key-preference-store'
import { diskFull } from '../api/http'
import { isSessionMode } from '../api/sign-in/session'
import { recordedSteps } from '../commands/stores/recording'
import { isMac } from '../keymap/display'
import { keysForMode } from '../keymap/live'
import { applyKeyChanges } from '../keymap/preferences'
import { Button } from '../ui/button'
import { Banner } from '../ui/notice'
import { HostedAccountContext } from '../views/shared/access/hosted-account'
import { AppPlace } from '../views/shared/commands/place'
import { type Console, ConsoleProvider } from '../views/shared/console'
import { withoutTab } from '../shared/routing/registry'
import { RouteErrorBoundary } from '../views/shared/page/error-boundary'
import { lazyComponent } from '@/ui/lazy-component'
import { Shell } from '../views/shell/frame/shell'
import { type KeyHint, HintStripHost } from '../views/shell/keyboard/hint-strip-host'
import { LearnStrip } from '../views/shell/keyboard/learn-strip'
import { MessageArea } from '../views/shell/messages/message-area'
import { RunningCommands } from '../views/shell/messages/running-commands'
import { ToastHost } from '../views/shell/messages/toast-host'
import { useMedia, useStore } from '../views/shared/stores'
import { DialogHost } from './dialog-host'
import { useEnvironment } from './environment'
import { appHandlers } from './handlers'
import { journal, reportError } from './journal'
import { useKeyboard } from './keyboard'
import { useCallLinks } from './links'
import { useFocus, usePrefetching, useTheme } from './page-effects'
import { Routes } from './routes'
import { useDispatcher } from './use-dispatcher'

const Recording = lazyComponent({
  what: 'the recorder',
  load: () => import('../views/account/macros/recording'),
  pending: () => null,
})

const signOutAllTabs = lazyFunctions(() => import('../views/sign-in/sign-out'))((module) => module.signOutAllTabs)

/** Connects the environment, the dispatcher with its handlers, the routes and the overlays. */
export function AppRoot() {
  const queries = useQueryClient()
  const [path] = useLocation()
  const search = useSearch()
  // The address is kept escaped: decoding it here and again later would change the arguments of a call in it.
  const here = `${path}${search}`
  const [hint, setHint] = useState<KeyHint>()
  const isNarrow = useMedia('(max-width: 1023px)')
  const { set, single } = useStore(keyPreferenceStore)
  const keys = useMemo(() => keysForMode(applyKeyChanges(set), single, isMac), [set, single])
  const { environment, version, me, flags } = useEnvironment(path, here)
  const { deployment, isReadOnly = false } = environment
  const { overlays, dispatcher, now } = useDispatcher(queries, { environment, keys })
  const isRecording = useStore(recordedSteps) !== undefined
  const isMenuOpen = useStore(overlays.sidebarMenu)
  const isDiskFull = useStore(diskFull)
  const hosted = useContext(HostedAccountContext)
  const signOut = hosted
    ? () => void hosted.signOut(here).catch(notSignedOut)
    : () => void signOutAllTabs(queries, notSignedOut).catch(notSignedOut)
  const hasAccount = !isReadOnly && (isSessionMode(deployment?.signIn) || hosted !== undefined)

  useKeyboard(dispatcher, now, setHint)
  useCallLinks(search, dispatcher, overlays, isReadOnly || me.data !== undefined || me.error !== null)
  useFocus()
  useTheme()
  usePrefetching(queries)

  const handlers = appHandlers({
    dispatcher,
    overlays,
    path,
    isReadOnly,
    isNarrow,
    signOut: hasAccount ? signOut : undefined,
  })
  const console: Console = {
    perform: dispatcher.perform,
    undo: (id) => dispatcher.undo(id),
    environment,
    keys,
    journal,
    account: isReadOnly ? undefined : { name: me.data?.name },
  }

  return (
    <ConsoleProvider value={console}>
      <AppPlace handlers={handlers}>
        <Shell
          isBare={isReadOnly}
          isMenuOpen={isMenuOpen}
          onMenuClose={() => overlays.sidebarMenu.set(false)}
          version={version}
          userName={me.data?.name}
          notice={
            me.error && !me.data ? (
              <Banner actions={<Button onPress={() => void me.refetch()}>Try again</Button>}>
                Your account could not be loaded: {me.error.message}
              </Banner>
            ) : isDiskFull ? (
              <Banner tone="bad">The disk of the server is full. Changes may not be saved.</Banner>
            ) : (
              deployment?.noChecks && (
                <Banner>Checks, playbooks and jobs are paused: the console was started with --no-checks.</Banner>
              )
            )
          }
        >
          <RouteErrorBoundary
            key={withoutTab(path)}
            onCaught={(error) => journal.add({ tone: 'wrong', text: error.message, next: [] })}
          >
            <Routes
              path={path}
              isHealthOnly={deployment?.only === 'health'}
              hasProfile={deployment?.signIn === 'kratos'}
              flags={flags}
            />
          </RouteErrorBoundary>
        </Shell>
        <DialogHost overlays={overlays} dispatcher={dispatcher} />
        <LearnStrip />
        {hint && <HintStripHost hint={hint} onClose={() => setHint(undefined)} />}
        <MessageArea>
          <ToastHost />
          <RunningCommands journal={journal} />
          {isRecording && <Recording />}
        </MessageArea>
      </AppPlace>
    </ConsoleProvider>
  )
}

const notSignedOut = (error: Error) =>
  reportError(`Could not sign out. ${error.message}`, [{ title: 'Try again', call: 'session.signOut' }])
