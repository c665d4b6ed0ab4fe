import '../../commands/every-command'
import { type ReactNode, useMemo, useState } from 'react'
import type { Effects } from '../../commands/command'
import { type Environment, contextIn } from '../../commands/context'
import { createJournal } from '../../commands/journal'
import { keyPrefs } from '../../commands/stores/key-preference-store'
import { type Deps, perform } from '../../commands/perform'
import { undoLast } from '../../commands/undo'
import { findCommand } from '../../commands/registry'
import { isMac } from '../../keymap/display'
import { keysForMode } from '../../keymap/live'
import { withChanges } from '../../keymap/preferences'
import { EditorFrameContext } from '../../ui/editor/editor-frame'
import { announce } from '../../ui/voice'
import { type Console, ConsoleProvider } from '../shell/console'
import { frameEditor } from '../shell/commands/editor-place'
import { AppPlace } from '../shell/commands/place'
import { useStore } from '../shell/stores'

const nothing = () => undefined

/** Effects that do nothing, because the gallery has no backend. */
const effects: Deps['effects'] = {
  navigate: nothing,
  openTab: nothing,
  absolute: (path) => path,
  here: () => '/health',
  copy: () => Promise.resolve(),
  save: () => undefined,
  fetch: () => Promise.reject(new Error('There is no backend here.')),
  mutate: (() => Promise.reject(new Error('There is no backend here.'))) as Effects['mutate'],
  refresh: () => Promise.resolve(),
}

const viewer: Environment['roles'] = ['viewer']

type Props = Partial<Pick<Environment, 'roles' | 'permissions' | 'flags' | 'isReadOnly'>> &
  Pick<Console, 'account'> & {
    /** Called instead of opening a tab. */
    onTab?: Effects['openTab']
    children: ReactNode
  }

/** Provides the console's context to an example. Commands run unless they need a backend. */
export function Around(props: Props) {
  const { permissions, flags, isReadOnly = false, account, onTab = nothing, children } = props
  const roles = 'roles' in props ? props.roles : viewer
  const { set, single } = useStore(keyPrefs)
  const [journal] = useState(() => createJournal())
  const console = useMemo((): Console => {
    const environment: Environment = {
      path: '/health',
      roles,
      permissions,
      flags,
      isReadOnly,
      online: true,
      nameOf: () => undefined,
    }
    const deps: Deps = {
      find: findCommand,
      effects: { ...effects, openTab: onTab },
      show: nothing,
      open: nothing,
      reveal: nothing,
      journal,
      say: announce,
      toast: nothing,
      ask: nothing,
      used: nothing,
      pressed: () => undefined,
      contextOf: (places) => contextIn(places, environment),
      recorded: nothing,
      now: Date.now,
    }
    return {
      perform: (invocation, places) => perform(invocation, contextIn(places, environment), deps),
      undo: (id) => void undoLast(deps, id),
      environment,
      keys: keysForMode(withChanges(set), single, isMac),
      journal,
      account,
    }
  }, [account, onTab, roles, permissions, flags, isReadOnly, set, single, journal])
  return (
    <ConsoleProvider value={console}>
      <EditorFrameContext value={frameEditor}>
        <AppPlace
          handlers={{ 'edit.undo': () => void undoLast({ journal, say: announce, toast: nothing, reveal: nothing }) }}
        >
          {children}
        </AppPlace>
      </EditorFrameContext>
    </ConsoleProvider>
  )
}
