import './ui/base.css'
import { type QueryClient, QueryClientProvider, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  lazy,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { Redirect, Route, Switch, useLocation, useSearch } from 'wouter'
import { navigate } from 'wouter/use-browser-location'
import { checks } from './api/checks'
import { createClient } from './api/client'
import { config } from './api/config'
import { outbox } from './api/outbox'
import { people } from './api/people'
import { whoami } from './api/whoami'
import { faultOf, linkTo, parseCall } from './commands/call'
import type { Kind, Surface } from './commands/command'
import { type Circumstances, contextIn } from './commands/context'
import { dialogs } from './commands/dialogs'
import { nameOf } from './commands/flags'
import { createJournal } from './commands/journal'
import { keyPrefs, keySettings, learning, writeKeyFile } from './commands/key-preferences'
import { recordUse } from './commands/palette-memory'
import { type Deps, perform, repeatLast, undoLast } from './commands/perform'
import type { Place } from './commands/place'
import { prefs } from './commands/preferences'
import type { Wish } from './commands/prepare'
import { findCommand, titleOfCall } from './commands/registry'
import { isMac, spoken } from './keymap/display'
import { explain } from './keymap/learn'
import { listen, placesHere, type Started } from './keymap/listen'
import { spell } from './keymap/live'
import { withChanges } from './keymap/preferences'
import { nothingPending } from './keymap/sequence'
import { isPublic, isSignInPage, paths, publicOf } from './lib/paths'
import { withReturn } from './lib/return-to'
import { Button } from './ui/button'
import { Banner } from './ui/notice'
import { putOnClipboard } from './ui/copy-text'
import { saveFile } from './ui/save-file'
import { EditorFrameContext } from './ui/editor/editor-frame'
import { loadOverlay } from './ui/late-overlay'
import { preload, useLoaded } from './ui/use-loaded'
import { say } from './ui/voice'
import { HealthView } from './views/health/health-view'
import { holdKeys, loadPalette, paletteNow } from './views/palette/load'
import type { Palette, PaletteRequest } from './views/palette/palette'
import { Boundary, ErrorScreen } from './views/shell/boundary'
import { type Console, ConsoleProvider } from './views/shell/console'
import { FlagsGate, useFlags } from './views/shell/flags-gate'
import { guardFocus } from './views/shell/focus-guard'
import { rememberFocus } from './views/shell/focus-memory'
import { checkSession, Gate, signOutHere } from './views/shell/gate'
import { Guard } from './views/shell/guard'
import { HostedAccountContext } from './views/shell/hosted-account'
import { choicesOf, type Hint, HintStrip } from './views/shell/hint-strip'
import { endLesson, LearnStrip, teachLesson } from './views/shell/learn-strip'
import { frameEditor } from './views/shell/editor-place'
import { Late } from './views/shell/late'
import { LatePage } from './views/shell/late-page'
import { NotFound } from './views/shell/not-found'
import { AppPlace } from './views/shell/place'
import { PreferredTimes } from './views/shell/preferred-times'
import { Running } from './views/shell/running'
import { Shell } from './views/shell/shell'
import { useMedia, usePreferences, useStore } from './views/shell/stores'
import { keyTeacher } from './views/shell/teach-key'
import { showToast, Toasts } from './views/shell/toasts'
import { OPENED } from './views/url-state'

const journal = createJournal()
export const client = createClient({ signedOut })

/** Once: every request of a screen fails together when a session ends. */
let isSignedOut = false
function signedOut() {
  const mode = client.getQueryData(config().queryKey)?.signIn
  if (mode === 'kratos' || mode === 'hosted') {
    // A public page shows what it cannot have as not available.
    if (!isPublic(location.pathname)) checkSession(mode)
    return
  }
  if (isSignedOut) return
  isSignedOut = true
  const text = 'You are not signed in any more. Reload the page to sign in again.'
  say(text, { urgent: true })
  showToast(journal.add({ tone: 'wrong', text, next: [] }))
}

const leadsToHealth: ReadonlySet<string> = new Set([paths.home, paths.health, paths.publicHealth])

/** What was said can be read without the server, too. */
const loadMessages = () => import('./views/shell/messages')

/** Not needed before they are asked for. */
const SignIn = lazy(() => import('./views/sign-in/sign-in'))
const Hosted = lazy(() => import('./views/sign-in/hosted/hosted'))
const Help = lazy(() => import('./views/help/help'))
const Messages = lazy(loadMessages)
const Preferences = lazy(() => import('./views/shell/preferences'))
const KeySettings = lazy(() => import('./views/keys/key-settings'))
const RunPlaybook = lazy(() => import('./views/playbooks/run-playbook'))
const PeopleView = lazy(() => import('./views/people/people-view'))
const FlagsView = lazy(() => import('./views/flags/flags-view'))
const EditProperty = lazy(() => import('./views/flags/edit-property'))
const OutboxView = lazy(() => import('./views/outbox/outbox-view'))
const ReadMessage = lazy(() => import('./views/outbox/read-message'))
const Kubeconfig = lazy(() => import('./views/kubeconfig/kubeconfig'))
const Invite = lazy(() => import('./views/people/invite'))
const InvitationDialog = lazy(() => import('./views/people/invitation'))
const EditPerson = lazy(() => import('./views/people/edit-person'))
const LinkEvidence = lazy(() => import('./views/incidents/link-evidence'))

/** Both are constants of the build, so that a release does not contain it. */
const loadGallery =
  import.meta.env.DEV || import.meta.env.MODE === 'gallery' ? () => import('./views/gallery/gallery') : undefined

export function App() {
  if (loadGallery && location.pathname.startsWith('/dev/gallery')) return <LateGallery load={loadGallery} />
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

/** Not `lazy`: what was waited for under a Suspense is held back for 0.3 s, on each of the many pages that tests visit. */
function LateGallery({ load }: { load: NonNullable<typeof loadGallery> }) {
  const gallery = useLoaded(load)
  return gallery.is === 'ready' ? <gallery.value.default /> : null
}

/** Which pages there are depends on who signs people in, and whether somebody is. */
function Entrance() {
  const [path] = useLocation()
  const [failed, setFailed] = useState<Error>()
  const late = (pages: ReactNode) =>
    failed ? (
      <ErrorScreen error={failed} onRetry={() => location.reload()} />
    ) : (
      <Late onFailed={setFailed}>{pages}</Late>
    )
  return (
    <Gate
      path={path}
      isPublic={isPublic(path)}
      signIn={late(<SignIn />)}
      hosted={late(
        <Hosted path={path}>
          <Everything />
        </Hosted>
      )}
    >
      <Everything />
    </Gate>
  )
}

type Open =
  | { is: 'palette'; Palette: typeof Palette; request: PaletteRequest }
  | { is: 'help'; places: readonly Place[] }
  | { is: 'messages' }
  | { is: 'preferences' }

/** The one component that knows everything: who asks, what is open, and how commands reach the world. */
function Everything() {
  const queries = useQueryClient()
  const [path] = useLocation()
  const search = useSearch()
  const here = search === '' ? path : `${path}?${search}`
  const last = useLastPlace(path, here)
  const [open, setOpen] = useState<Open>()
  const [isMenuOpen, setMenuOpen] = useState(false)
  const [hint, setHint] = useState<Hint>()
  const isNarrow = useMedia('(max-width: 1023px)')
  const { theme } = usePreferences()
  const { set, single } = useStore(keyPrefs)
  const keys = useMemo(() => spell(withChanges(set), single, isMac), [set, single])
  const keysOpen = useStore(keySettings)
  const dialog = useStore(dialogs)
  const isReadOnly = isPublic(path)
  const deployment = useQuery(config()).data
  const { version, signIn } = deployment ?? {}
  const isHealthOnly = deployment?.only === 'health'
  const hosted = useContext(HostedAccountContext)
  const hasAccount = !isReadOnly && (signIn === 'kratos' || hosted !== undefined)
  const me = useQuery({ ...whoami(), enabled: !isReadOnly })
  const flags = useFlags(isReadOnly, isHealthOnly)
  const isOnline = useSyncExternalStore(watchOnline, () => navigator.onLine)

  const circumstances: Circumstances = {
    path: here,
    roles: isReadOnly ? [] : me.data?.roles,
    permissions: isReadOnly ? undefined : me.data?.permissions,
    flags: flags.is === 'here' ? flags.flags : undefined,
    deployment,
    online: isOnline,
    isReadOnly,
    nameOf: (kind, id) => nameIn(queries, kind, id),
  }

  const close = useCallback(() => setOpen(undefined), [])
  const closeDialog = useCallback(() => dialogs.set(undefined), [])
  async function openPalette(request: PaletteRequest) {
    const ready = paletteNow()
    if (ready) return setOpen({ is: 'palette', Palette: ready, request })
    const held = holdKeys()
    try {
      const loaded = await loadPalette()
      if (held.isGivenUp()) held.take()
      else setOpen({ is: 'palette', Palette: loaded, request: { ...request, held } })
    } catch (error) {
      held.take()
      notLoaded(error instanceof Error ? error : new Error(String(error)))
    }
  }

  /** What commands reach the world by, as things are for somebody standing in these places. */
  function worldOf(places: readonly Place[]) {
    const context = contextIn(places, circumstances)
    const show = (surface: Surface) => {
      setMenuOpen(false)
      if (surface.is === 'messages') setOpen(surface)
      else if (surface.is === 'help') setOpen({ is: 'help', places })
      // The key that opens the palette closes it too.
      else if (open?.is === 'palette') close()
      else void openPalette({ context, path: places, ...surface })
    }
    const effects: Deps['effects'] = {
      // Says to the view that focus should follow: what was opened was asked for by name.
      navigate: (to) => navigate(isReadOnly ? publicOf(to) : to, { state: OPENED }),
      openTab: (to) => window.open(to, '_blank', 'noopener'),
      absolute: (to) => new URL(to, location.origin).href,
      here: () => `${location.pathname}${location.search}`,
      copy: putOnClipboard,
      fetch: (query) => queries.fetchQuery(query),
      mutate: (mutation, variables) => queries.getMutationCache().build(queries, mutation).execute(variables),
      async refresh() {
        await queries.refetchQueries({ type: 'active' })
        // Nobody is signed in any more: that page says so.
        if (isSignInPage(location.pathname)) return
        const hasFailed = queries
          .getQueryCache()
          .findAll({ type: 'active' })
          .some(({ state }) => state.status === 'error')
        say(hasFailed ? 'Could not refresh.' : 'Refreshed.')
      },
      show,
    }
    const teacher = keyTeacher(keys)
    const deps: Deps = {
      find: findCommand,
      effects,
      journal,
      say,
      toast(message) {
        const tip = teacher.tip(message)
        if (tip !== '') say(tip)
        showToast(tip === '' ? message : { ...message, text: `${message.text} ${tip}` })
      },
      ask: (plan) => {
        setMenuOpen(false)
        void openPalette({ context, plan })
      },
      used(call, origin) {
        recordUse(call, Date.now())
        teacher.used(call, origin)
      },
      now: Date.now,
    }
    return { context, deps }
  }
  function ask(wish: Wish & { count?: number }, places: readonly Place[]) {
    const { context, deps } = worldOf(places)
    return perform(wish, context, deps)
  }

  /** A link is somebody else's writing: what it asks for may not exist here. */
  function follow(call: string) {
    const fault = faultOf(call, findCommand)
    if (fault === undefined) return void ask({ call, origin: 'link' }, placesHere())
    const { deps } = worldOf(placesHere())
    say(`The link asks for something unknown. ${fault}.`, { urgent: true })
    showToast(journal.add({ tone: 'wrong', text: `The link asks for something unknown. ${fault}.`, next: [] }))
    deps.effects.show({ is: 'palette', query: titleOfCall(call) || parseCall(call).id.replace('.', ' ') })
  }

  const choicesNow = (started: Started) => choicesOf(started, circumstances)

  // The listener is made once and always asks as things are now.
  const latest = useRef({ ask, follow, keys, worldOf, choicesOf: choicesNow })
  useEffect(() => {
    latest.current = { ask, follow, keys, worldOf, choicesOf: choicesNow }
  })
  useEffect(
    () =>
      listen({
        keys: () => latest.current.keys,
        perform: ({ call }, places, count) => {
          void latest.current.ask({ call, origin: 'key', ...(count === undefined ? {} : { count }) }, places)
        },
        onPending: (started) => setHint(started.pending === nothingPending ? undefined : { started }),
        onMenu(started) {
          if (latest.current.choicesOf(started).length > 0) setHint({ started, isMenu: true })
          else say('Nothing can follow here.', { urgent: true })
        },
        forgetAfterMs: () => (keyPrefs.get().forget === 0 ? undefined : keyPrefs.get().forget * 1000),
        learner: () =>
          !learning.get()
            ? undefined
            : {
                tell: (readings, meaning, places) =>
                  teachLesson(explain(readings, meaning, latest.current.worldOf(places).context, isMac)),
                end: endLesson,
              },
        onMistake: (presses) => say(`${presses.map((one) => spoken(one)).join(' then ')} is not a shortcut.`),
      }),
    []
  )
  useEffect(guardFocus, [])
  useEffect(rememberFocus, [])
  useEffect(() => {
    if (theme === 'system') delete document.documentElement.dataset['theme']
    else document.documentElement.dataset['theme'] = theme
  }, [theme])

  // The list does not wait until it is known that its page exists.
  useEffect(() => {
    if (leadsToHealth.has(location.pathname)) void queries.prefetchQuery(checks.summary())
  }, [queries])

  // It is what people press first, so it is there before they do.
  useEffect(() => {
    const idle = window.requestIdleCallback?.(() => {
      void loadPalette().catch(() => undefined)
      preload(loadMessages)
      preload(loadOverlay)
    })
    return () => {
      if (idle !== undefined) window.cancelIdleCallback(idle)
    }
  }, [])
  function notLoaded(error: Error) {
    close()
    keySettings.set(undefined)
    dialogs.set(undefined)
    const text = `This part of the console could not be loaded. Reload the page. (${error.message})`
    say(text, { urgent: true })
    showToast(journal.add({ tone: 'wrong', text, next: [] }))
  }
  function notDone(error: Error) {
    const text = `Could not sign out. ${error.message}`
    say(text, { urgent: true })
    showToast(journal.add({ tone: 'wrong', text, next: [] }))
  }
  const runFromPalette = (call: string, confirmed?: true) => {
    close()
    // The dialog gives focus back in the frame after it has gone; only then is it known where the command runs.
    afterFrames(
      2,
      () => void latest.current.ask({ call, origin: 'palette', ...(confirmed ? { confirmed } : {}) }, placesHere())
    )
  }

  const runBesidePalette = (call: string, confirmed?: true) => {
    const { deps } = worldOf([])
    // Where it was opened, since that is what it shows.
    const context = open?.is === 'palette' ? open.request.context : contextIn([], circumstances)
    void perform({ call, origin: 'palette', ...(confirmed ? { confirmed } : {}) }, context, deps)
  }

  useEffect(() => {
    const call = takeCall(search)
    // The page it leads to has to be there first: it says what things are called and does what has no `run`.
    if (call !== undefined) afterFrames(2, () => latest.current.follow(call))
  }, [search])

  const handlers = {
    'edit.undo': () => void undoLast({ journal, say, toast: showToast }),
    'edit.repeat': () => {
      const { context, deps } = worldOf(placesHere())
      void repeatLast(context, deps)
    },
    'edit.stop': () => {
      const running = journal.running.get()
      running.forEach(({ stop }) => stop())
      if (running.length === 0) say('Nothing is running.')
    },
    'keys.export': () => {
      saveFile('console-keys.json', writeKeyFile(keyPrefs.get()))
      say('Exported the keyboard.')
      showToast(journal.add({ tone: 'good', text: 'Exported the keyboard to console-keys.json.', next: [] }))
    },
    'nav.last': () => (last.current === undefined ? say('There is no previous place.') : navigate(last.current)),
    'copy.command': () => {
      const call = journal.lastChange.get()
      const { deps } = worldOf([])
      if (call === undefined) return say('No command was run yet.')
      void deps.effects.copy(deps.effects.absolute(linkTo(path, call))).then(
        () => say('Copied the link to the last command.'),
        (error: unknown) => say(error instanceof Error ? error.message : 'Could not copy.', { urgent: true })
      )
    },
    'prefs.open': () => {
      setMenuOpen(false)
      setOpen({ is: 'preferences' })
    },
    // Only where there is somebody to be, and to stop being.
    ...(!hasAccount
      ? {}
      : {
          'profile.open': () => navigate(withReturn(paths.profile, here)),
          'session.signOut': () => void (hosted ? hosted.signOut(here).catch(notDone) : signOutHere(queries, notDone)),
        }),
    ...(isReadOnly
      ? {}
      : {
          'shell.sidebar': () =>
            isNarrow
              ? setMenuOpen((isOpen) => !isOpen)
              : prefs.set((p) => ({ ...p, sidebarCollapsed: !p.sidebarCollapsed })),
        }),
  }
  const console: Console = {
    perform: ask,
    undo: (id) => void undoLast({ journal, say, toast: showToast }, id),
    circumstances,
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
          onMenuClose={() => setMenuOpen(false)}
          version={version}
          userName={me.data?.name}
          notice={
            me.error &&
            !me.data && (
              <Banner actions={<Button onPress={() => void me.refetch()}>Try again</Button>}>
                Who you are could not be loaded: {me.error.message}
              </Banner>
            )
          }
        >
          <Boundary key={path} onCaught={(error) => journal.add({ tone: 'wrong', text: error.message, next: [] })}>
            <FlagsGate answer={flags}>
              <Switch>
                {isHealthOnly && !leadsToHealth.has(path) && (
                  <Route>
                    <NotFound path={path} />
                  </Route>
                )}
                {/* Home is the topology, by specification. Until that screen is here, it is what on-call looks at first. */}
                <Route path={paths.home}>
                  <Redirect to={paths.health} replace />
                </Route>
                {[paths.health, paths.publicHealth].map((one) => (
                  <Route key={one} path={one}>
                    <Guard title="Health" feature="health" area="canaries">
                      <HealthView />
                    </Guard>
                  </Route>
                ))}
                <Route path={paths.people}>
                  <Guard title="People" feature="settings.users" area="identities">
                    <LatePage title="People">
                      <PeopleView />
                    </LatePage>
                  </Guard>
                </Route>
                <Route path={paths.outbox}>
                  <Guard title="Outbox" feature="settings.users" area="auth" action="write">
                    <LatePage title="Outbox">
                      <OutboxView />
                    </LatePage>
                  </Guard>
                </Route>
                <Route path={paths.flags}>
                  <Guard title="Feature flags" feature="settings.feature_flags" area="properties">
                    <LatePage title="Feature flags">
                      <FlagsView />
                    </LatePage>
                  </Guard>
                </Route>
                <Route>{() => <NotFound path={path} />}</Route>
              </Switch>
            </FlagsGate>
          </Boundary>
        </Shell>
        <Late key={open?.is ?? ''} onFailed={notLoaded}>
          {open?.is === 'palette' && (
            <open.Palette {...open.request} onClose={close} onRun={runFromPalette} onStay={runBesidePalette} />
          )}
          {open?.is === 'help' && <Help places={open.places} onClose={close} />}
          {open?.is === 'messages' && <Messages onClose={close} />}
          {open?.is === 'preferences' && <Preferences onClose={close} />}
        </Late>
        {/* By itself: while it loads, what it was opened from stays. */}
        <Late key={`keys ${keysOpen !== undefined}`} onFailed={notLoaded}>
          {keysOpen && <KeySettings request={keysOpen} onClose={() => keySettings.set(undefined)} />}
        </Late>
        <Late key={`dialog ${dialog?.is}`} onFailed={notLoaded}>
          {dialog?.is === 'playbook' && <RunPlaybook target={dialog.target} onClose={closeDialog} />}
          {dialog?.is === 'kubeconfig' && <Kubeconfig onClose={closeDialog} />}
          {dialog?.is === 'invite' && <Invite onClose={closeDialog} />}
          {dialog?.is === 'invitation' && (
            <InvitationDialog name={dialog.name} made={dialog.made} onClose={closeDialog} />
          )}
          {dialog?.is === 'person' && <EditPerson person={dialog.person} onClose={closeDialog} />}
          {dialog?.is === 'property' && <EditProperty property={dialog.property} onClose={closeDialog} />}
          {dialog?.is === 'message' && <ReadMessage message={dialog.message} onClose={closeDialog} />}
          {dialog?.is === 'evidence' && <LinkEvidence sources={dialog.sources} onClose={closeDialog} />}
        </Late>
        <LearnStrip />
        {hint && <HintStrip hint={hint} onClose={() => setHint(undefined)} />}
        <Running journal={journal} />
        <Toasts />
      </AppPlace>
    </ConsoleProvider>
  )
}

/** What something is called, if it is loaded. */
function nameIn(queries: QueryClient, kind: Kind, id: string): string | undefined {
  if (kind === 'check') return queries.getQueryData(checks.summary().queryKey)?.checks_summary?.find(isIt(id))?.name
  if (kind === 'person') return queries.getQueryData(people.list().queryKey)?.find(isIt(id))?.name
  if (kind === 'message') return queries.getQueryData(outbox.list().queryKey)?.find(isIt(id))?.subject
  return kind === 'property' ? nameOf({ id }) : undefined
}

const isIt = (id: string) => (one: { id: string }) => one.id === id

/** The place one was at before this one, for going back and forth between the two. */
function useLastPlace(path: string, here: string) {
  const last = useRef<string>(undefined)
  const current = useRef({ path, here })
  useEffect(() => {
    if (current.current.path !== path) last.current = current.current.here
    current.current = { path, here }
  }, [path, here])
  return last
}

/** The call that a link asks for, taken out of the address: neither reload nor Back may act again. */
function takeCall(search: string): string | undefined {
  const params = new URLSearchParams(search)
  const call = params.get('do')
  if (call === null) return undefined
  params.delete('do')
  navigate(`${location.pathname}${params.size > 0 ? `?${params}` : ''}`, {
    replace: true,
    state: history.state as unknown,
  })
  return call
}

function watchOnline(listener: () => void) {
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}

function afterFrames(count: number, then: () => void): void {
  if (count === 0) then()
  else requestAnimationFrame(() => afterFrames(count - 1, then))
}
