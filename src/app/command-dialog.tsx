import { useQueryClient } from '@tanstack/react-query'
import { type ComponentType, useMemo, useSyncExternalStore } from 'react'
import type { KnownArgs } from '../commands/command'
import { findCommand } from '../commands/registry'
import { lazyComponent } from '../ui/lazy-component'
import { useConsole } from '../views/shared/console'
import type { CommandDialogProps } from '../views/shared/forms/command-dialog'
import type { OpenedDialog, Overlays } from './overlays'

const modules = import.meta.glob<{ default: ComponentType<CommandDialogProps> }>('../views/**/*.dialog.tsx')

/** Renders the dialogs of commands that open one, by command id: `src/views/<area>/<command id>.dialog.tsx`. */
const renderers = new Map(
  Object.entries(modules).map(([file, load]) => {
    const Dialog = lazyComponent({ load })
    return [file.replace(/^.*\/|\.dialog\.tsx$/g, ''), (props: CommandDialogProps) => <Dialog {...props} />] as const
  })
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
