import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useContext, useEffect, useMemo, useRef, useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import { navigate } from 'wouter/use-browser-location'
import { checks } from '../api/checks'
import { faultOf, linkTo, parseCall } from '../commands/call'
import type { DialogRequest } from '../commands/command'
import { contextIn } from '../commands/context'
import { dialogs } from '../commands/dialogs'
import { keyPrefs, keySettings, writeKeyFile } from '../commands/stores/key-preference-store'
import { recordUse } from '../commands/stores/palette-memory'
import { type Deps, perform, repeatLast, undoLast } from '../commands/perform'
import type { Place } from '../commands/place'
import { prefs } from '../commands/stores/preference-store'
import type { Invocation } from '../commands/prepare'
import { findCommand, titleOfCall } from '../commands/registry'
import { isMac } from '../keymap/display'
import { placesHere } from '../keymap/listen'
import { spell } from '../keymap/live'
import { withChanges } from '../keymap/preferences'
import { paths } from '../lib/paths'
import { withReturn } from '../lib/return-to'
import { Button } from '../ui/button'
import { loadOverlay } from '../ui/lazy-overlay'
import { Banner } from '../ui/notice'
import { saveFile } from '../ui/save-file'
import { preload } from '../ui/use-loaded'
import { say } from '../ui/voice'
import { holdKeys, loadPalette, paletteNow } from '../views/palette/load'
import type { PaletteRequest } from '../views/palette/palette'
import { Boundary } from '../views/shell/frame/boundary'
import { type Console, ConsoleProvider } from '../views/shell/console'
import { FlagsGate } from '../views/shell/access/flags-gate'
import { guardFocus } from '../views/shell/focus/focus-guard'
import { rememberFocus } from '../views/shell/focus/focus-memory'
import { signOutHere } from '../views/shell/access/gate'
import { type Hint, HintStrip } from '../views/shell/keyboard/hint-strip'
import { HostedAccountContext } from '../views/shell/access/hosted-account'
import { LearnStrip } from '../views/shell/keyboard/learn-strip'
import { AppPlace } from '../views/shell/commands/place'
import { Running } from '../views/shell/messages/running'
import { Shell } from '../views/shell/frame/shell'
import { useMedia, usePreferences, useStore } from '../views/shell/stores'
import { keyTeacher } from '../views/shell/keyboard/teach-key'
import { showToast, Toasts } from '../views/shell/messages/toasts'
import { useEnvironment } from './environment'
import { effectsOf } from './effects'
import { journal, reportError } from './journal'
import { useKeyboard } from './keyboard'
import { takeCall, useLastPlace } from './links'
import { leadsToHealth, Routes } from './routes'
import { type Open, preloadMessages, DialogHost } from './dialog-host'

/** The one component that knows everything: who asks, what is open, and how commands reach the world. */
export function AppRoot() {
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
  const { environment, deployment, me, flags, isReadOnly } = useEnvironment(path, here)
  const isHealthOnly = deployment?.only === 'health'
  const hosted = useContext(HostedAccountContext)
  const hasAccount = !isReadOnly && (deployment?.signIn === 'kratos' || hosted !== undefined)

  const close = useCallback(() => setOpen(undefined), [])
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
    const context = contextIn(places, environment)
    const show = (dialog: DialogRequest) => {
      setMenuOpen(false)
      if (dialog.is === 'messages') setOpen(dialog)
      else if (dialog.is === 'help') setOpen({ is: 'help', places })
      // The key that opens the palette closes it too.
      else if (open?.is === 'palette') close()
      else void openPalette({ context, path: places, ...dialog })
    }
    const effects = effectsOf(queries, isReadOnly, show)
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
  function ask(invocation: Invocation & { count?: number }, places: readonly Place[]) {
    const { context, deps } = worldOf(places)
    return perform(invocation, context, deps)
  }

  /** A link is somebody else's writing: what it asks for may not exist here. */
  function follow(call: string) {
    const fault = faultOf(call, findCommand)
    if (fault === undefined) return void ask({ call, origin: 'link' }, placesHere())
    const { deps } = worldOf(placesHere())
    reportError(`The link asks for something unknown. ${fault}.`)
    deps.effects.show({ is: 'palette', query: titleOfCall(call) || parseCall(call).id.replace('.', ' ') })
  }

  useKeyboard({ keys, ask, contextOf: (places) => contextIn(places, environment), environment }, setHint)
  // What happens later asks as things are then.
  const latest = useRef({ ask, follow })
  useEffect(() => {
    latest.current = { ask, follow }
  })
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
      preloadMessages()
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
    reportError(`This part of the console could not be loaded. Reload the page. (${error.message})`)
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
    const context = open?.is === 'palette' ? open.request.context : contextIn([], environment)
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
          'session.signOut': () =>
            void (hosted ? hosted.signOut(here).catch(notSignedOut) : signOutHere(queries, notSignedOut)),
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
          onMenuClose={() => setMenuOpen(false)}
          version={deployment?.version}
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
              <Routes path={path} isHealthOnly={isHealthOnly} />
            </FlagsGate>
          </Boundary>
        </Shell>
        <DialogHost open={open} onClose={close} onRun={runFromPalette} onStay={runBesidePalette} onFailed={notLoaded} />
        <LearnStrip />
        {hint && <HintStrip hint={hint} onClose={() => setHint(undefined)} />}
        <Running journal={journal} />
        <Toasts />
      </AppPlace>
    </ConsoleProvider>
  )
}

function afterFrames(count: number, then: () => void): void {
  if (count === 0) then()
  else requestAnimationFrame(() => afterFrames(count - 1, then))
}

const notSignedOut = (error: Error) => reportError(`Could not sign out. ${error.message}`)
