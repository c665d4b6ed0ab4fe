import { toCall } from '@/commands/call'
import '@/commands/every-command'
import { QueryClient, QueryClientContext, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useContext, useMemo, useState } from 'react'
import type { Effects } from '@/commands/command'
import { type CommandEnvironment, buildContext } from '@/commands/context'
import { createJournal } from '@/commands/journal'
import { keyPreferenceStore } from '@/commands/stores/key-preference-store'
import { type PerformDeps, performCall } from '@/commands/perform'
import { undoLastChange } from '@/commands/undo'
import { findCommand } from '@/commands/registry'
import { isMac } from '@/keymap/display'
import { keysForMode } from '@/keymap/live'
import { applyKeyChanges } from '@/keymap/preferences'
import { EditorFrameContext } from '@/ui/editor/editor-frame'
import { announce } from '@/ui/voice'
import { type Console, ConsoleProvider } from '../../src/views/shared/console'
import { frameEditor } from '../../src/views/shared/commands/editor-place'
import { AppPlace } from '../../src/views/shared/commands/place'
import { useStore } from '../../src/views/shared/stores'

const nothing = () => undefined

/** Effects that do nothing, because the gallery has no backend. */
const effects: PerformDeps['effects'] = {
  navigate: nothing,
  returnTo: nothing,
  openTab: nothing,
  absolute: (path) => path,
  here: () => '/health',
  copy: () => Promise.resolve(),
  save: () => undefined,
  fetch: () => Promise.reject(new Error('There is no backend here.')),
  mutate: (() => Promise.reject(new Error('There is no backend here.'))) as Effects['mutate'],
  refresh: () => Promise.resolve(),
}

const viewer: CommandEnvironment['roles'] = ['viewer']

type Props = Partial<Pick<CommandEnvironment, 'roles' | 'permissions' | 'flags' | 'isReadOnly' | 'deployment'>> &
  Pick<Console, 'account'> & {
    /** Called instead of opening a tab. */
    onTab?: Effects['openTab']
    children: ReactNode
  }

/**
 * Provides the console's context to an example. Commands run unless they need a backend. Without a query client of the
 * example, queries send nothing.
 */
export function GalleryConsole(props: Props) {
  const { permissions, flags, isReadOnly = false, deployment, account, onTab = nothing, children } = props
  const roles = 'roles' in props ? props.roles : viewer
  const { set, single } = useStore(keyPreferenceStore)
  const [journal] = useState(() => createJournal())
  const console = useMemo((): Console => {
    const environment: CommandEnvironment = {
      path: '/health',
      roles,
      permissions,
      flags,
      isReadOnly,
      deployment,
      online: true,
      nameOf: () => undefined,
    }
    const deps: PerformDeps = {
      find: findCommand,
      effects: { ...effects, openTab: onTab },
      show: nothing,
      open: nothing,
      reveal: nothing,
      journal,
      say: announce,
      toast: nothing,
      ask: nothing,
      onUsed: nothing,
      onKeyPressed: () => undefined,
      contextOf: (places) => buildContext(places, environment),
      onRecorded: nothing,
      now: Date.now,
    }
    return {
      perform: ({ call, ...request }, places) =>
        performCall({ ...request, call: toCall(call, findCommand) }, buildContext(places, environment), deps),
      undo: (id) => void undoLastChange(deps, id),
      environment,
      keys: keysForMode(applyKeyChanges(set), single, isMac),
      journal,
      account,
    }
  }, [account, onTab, roles, permissions, flags, isReadOnly, deployment, set, single, journal])
  const provided = useContext(QueryClientContext)
  const [idle] = useState(() => new QueryClient({ defaultOptions: { queries: { enabled: false } } }))
  return (
    <QueryClientProvider client={provided ?? idle}>
      <ConsoleProvider value={console}>
        <EditorFrameContext value={frameEditor}>
          <AppPlace
            handlers={{
              'edit.undo': () => void undoLastChange({ journal, say: announce, toast: nothing, reveal: nothing }),
            }}
          >
            {children}
          </AppPlace>
        </EditorFrameContext>
      </ConsoleProvider>
    </QueryClientProvider>
  )
}
