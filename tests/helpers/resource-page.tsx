import { QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import type { ComponentType } from 'react'
import { vi } from 'vitest'
import { createQueryClient } from '../../src/api/client'
import { commandIdOf, formatCall, splitCall } from '../../src/commands/call'
import { buildContext, type CommandEnvironment } from '../../src/commands/context'
import { findCommand, loadEveryCommand } from '../../src/commands/registry'
import { createJournal } from '../../src/commands/journal'
import { resourcePages, findResourceByKind } from '../../src/shared/routing/registry'
import type { ResourceKind } from '../../src/shared/routing/resource'
import { loadDetails } from '../../src/resources/registry'
import { resourcePage } from '../../src/views/settings/resources/resource-page'
import { ConsoleProvider } from '../../src/views/shared/console'

/** A JSON response, with the row count for a list. */
export const listResponse = (body: unknown, status = 200) =>
  new Response(JSON.stringify(body), {
    status,
    headers: {
      'Content-Type': 'application/json',
      ...(Array.isArray(body) ? { 'Content-Range': `*/${body.length}` } : {}),
    },
  })

export type TestPageOptions = {
  /** The server's response; undefined: an empty list. */
  answer?: (path: string, url: string, body: unknown) => Response | undefined | Promise<Response | undefined>
  environment?: Partial<CommandEnvironment>
}

/** Opens the page of a resource against a fake server, for an administrator with accounts. */
export async function openResource(kind: ResourceKind, options: TestPageOptions = {}) {
  const resource = findResourceByKind(kind)
  if (!resource) throw new Error(`${kind} is not a resource.`)
  return openPage(await resourcePage(resource, await loadDetails(kind)), resourcePages[kind].path, options)
}

/** Opens any page against a fake server. */
export function openPage(
  Page: ComponentType,
  path: string,
  { answer = () => undefined, environment }: TestPageOptions = {}
) {
  const asked: string[] = []
  const urls: URL[] = []
  vi.stubGlobal('fetch', async (input: string, init?: RequestInit) => {
    const url = new URL(input, location.origin)
    asked.push(url.pathname)
    urls.push(url)
    return (await answer(url.pathname, input, init?.body)) ?? listResponse([])
  })
  const performed: string[] = []
  const here: CommandEnvironment = {
    path,
    roles: ['admin'],
    deployment: { backend: 'embedded', signIn: 'kratos' },
    online: true,
    nameOf: () => undefined,
    ...environment,
  }
  render(
    <QueryClientProvider client={createQueryClient({ signedOut: () => undefined })}>
      <ConsoleProvider
        value={{
          // Executes the page's own commands like the console, which loads a definition that is missing.
          perform: async ({ call }, places) => {
            if (!findCommand(commandIdOf(call))) await loadEveryCommand()
            performed.push(formatCall(call, findCommand))
            const { args } = typeof call === 'string' ? splitCall(call) : call
            buildContext(places, here).handler(commandIdOf(call))?.(1, args)
            return undefined
          },
          undo: () => undefined,
          environment: here,
          keys: [],
          journal: createJournal(),
        }}
      >
        <Page />
      </ConsoleProvider>
    </QueryClientProvider>
  )
  return { asked, urls, performed }
}
