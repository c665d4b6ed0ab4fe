import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { createQueryClient } from '../../src/api/client'
import { DialogHost } from '../../src/app/dialog-host'
import { createDispatcher } from '../../src/app/dispatcher'
import { journal } from '../../src/app/journal'
import { createOverlays } from '../../src/app/overlays'
import type { CommandEnvironment } from '../../src/commands/context'
import type { LiveKey } from '../../src/keymap/live'
import { AppPlace } from '../../src/views/shared/commands/place'
import { ConsoleProvider } from '../../src/views/shared/console'

/**
 * The context that the app gives its pages, for an administrator with accounts; commands are executed for real.
 * @param keys the keys that the page shows
 */
export function createConsoleContext(
  environment: Pick<CommandEnvironment, 'path'> & Partial<CommandEnvironment>,
  keys: readonly LiveKey[] = []
) {
  const queries = createQueryClient({ signedOut: () => undefined })
  const here: CommandEnvironment = {
    roles: ['admin'],
    deployment: { backend: 'embedded', signIn: 'kratos' },
    online: true,
    nameOf: () => undefined,
    ...environment,
  }
  const overlays = createOverlays()
  const dispatcher = createDispatcher(queries, overlays, () => ({ environment: here, keys: [] }))
  journal.messages.set([])
  const around = (page: ReactNode) => (
    <QueryClientProvider client={queries}>
      <ConsoleProvider
        value={{
          perform: dispatcher.perform,
          undo: (id) => void dispatcher.undo(id),
          environment: here,
          keys,
          journal,
        }}
      >
        <AppPlace handlers={{}}>
          {page}
          <DialogHost overlays={overlays} dispatcher={dispatcher} />
        </AppPlace>
      </ConsoleProvider>
    </QueryClientProvider>
  )
  return { around, queries, overlays, dispatcher }
}
