import { useQueryClient } from '@tanstack/react-query'
import { type ComponentType, useLayoutEffect, useMemo, useSyncExternalStore } from 'react'
import type { KnownArgs } from '../commands/command'
import { findCommand } from '../commands/registry'
import { HELD_ENTER } from '../keymap/held-keys'
import { isTypingIn } from '../keymap/listen'
import { lazyComponent } from '../ui/lazy-component'
import { useConsole } from '../views/shared/console'
import type { CommandDialogProps } from '../views/shared/forms/command-dialog'
import { HoldKeys } from '../views/shared/keyboard/hold-keys'
import type { OpenedDialog, Overlays } from './overlays'

const modules = import.meta.glob<{ default: ComponentType<CommandDialogProps> }>('../views/**/*.dialog.tsx')

type RenderedDialogProps = CommandDialogProps & Pick<OpenedDialog, 'early'>

/**
 * Loads a dialog when it is first shown. Keys pressed until then are held: their text is typed into the field that has
 * focus first, and Escape closes the dialog.
 */
export function createDialogRenderer(load: () => Promise<{ default: ComponentType<CommandDialogProps> }>) {
  const Loaded = lazyComponent<RenderedDialogProps>({
    async load() {
      const { default: Dialog } = await load()
      return {
        default: ({ early, ...props }) => (
          <>
            <Dialog {...props} />
            <EarlyText pressed={early} />
          </>
        ),
      }
    },
    pending: ({ early, onClose }) => <HoldKeys onCancel={() => void onClose()} early={early} />,
  })
  return (props: RenderedDialogProps) => <Loaded {...props} />
}

/**
 * Types held text into the focused field of a dialog. If the dialog does not start with a text field, the text is
 * dropped. So are the keys after an Enter, because the user has not seen what Enter would do.
 */
function EarlyText({ pressed }: { pressed: string[] }) {
  useLayoutEffect(() => {
    const all = pressed.splice(0)
    const end = all.indexOf(HELD_ENTER)
    const text = all.slice(0, end === -1 ? undefined : end).join('')
    const field = document.activeElement
    if (text === '' || !field?.closest('[role=dialog]') || !isTypingIn(field)) return
    // Unlike a new value, inserted text raises the events of typing and can be undone.
    document.execCommand('insertText', false, text)
  }, [pressed])
  return null
}

/** Renders the dialogs of commands that open one, by command id: `src/views/<area>/<command id>.dialog.tsx`. */
const renderers = new Map(
  Object.entries(modules).map(
    ([file, load]) => [file.replace(/^.*\/|\.dialog\.tsx$/g, ''), createDialogRenderer(load)] as const
  )
)

/** The dialog of a command, which is loaded when it is first opened. */
export default function CommandDialog({ dialog, overlays }: { dialog: OpenedDialog; overlays: Overlays }) {
  const known = useNamed(dialog)
  return renderers.get(dialog.call.id)?.({
    ...dialog,
    known,
    onAnswer: overlays.answerDialog,
    onClose: () => overlays.closeDialog(dialog.opening),
  })
}

/**
 * The known arguments, with names from the loaded data. A link contains only ids and is parsed before the data arrives.
 */
function useNamed(dialog: OpenedDialog): KnownArgs {
  const queries = useQueryClient()
  const { environment } = useConsole()
  const slots = Object.entries(findCommand(dialog.call.id)?.slots ?? {}).filter(([, { complete }]) => complete)
  const nameAll = () =>
    Object.fromEntries(
      slots.flatMap(([name, { complete }]) => {
        const value = dialog.known[name]
        return value === undefined ? [] : [[name, complete?.(value, environment.nameOf)]]
      })
    )
  // Compared as text, so that a component renders again only when a name has changed.
  const names = useSyncExternalStore(
    (listener) => queries.getQueryCache().subscribe(listener),
    () => JSON.stringify(nameAll())
  )
  return useMemo(() => ({ ...dialog.known, ...(JSON.parse(names) as KnownArgs) }), [dialog, names])
}
