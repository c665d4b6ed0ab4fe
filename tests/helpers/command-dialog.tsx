import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { expect, onTestFinished, vi } from 'vitest'
import { useSearch } from 'wouter/use-browser-location'
import type { Dispatcher } from '../../src/app/dispatcher'
import { journal } from '../../src/app/journal'
import { useCallLinks } from '../../src/app/links'
import type { Overlays } from '../../src/app/overlays'
import type { CommandEnvironment } from '../../src/commands/context'
import { callUses } from '../../src/commands/stores/palette-usage'
import { createConsoleContext } from './console-context'

export const dialogResponse = (body: unknown, status = 200) =>
  new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json' } })

type Options = {
  /** The server's response; undefined: an empty list. */
  answer?: (path: string, body: unknown, query: URLSearchParams) => Response | undefined | Promise<Response | undefined>
  environment?: Partial<CommandEnvironment>
  /** Display names by id. */
  names?: Readonly<Record<string, string>>
}

/** Opens the dialog of a command like the app: with its address and real execution, against a fake server. */
export function openCommand(call: string, { answer = () => undefined, environment, names = {} }: Options = {}) {
  const asked: string[] = []
  const posted: [path: string, body: unknown][] = []
  const sent: { method: string; url: string }[] = []
  const deleted: string[] = []
  vi.stubGlobal('fetch', async (input: string, init?: RequestInit) => {
    sent.push({ method: init?.method?.toUpperCase() ?? 'GET', url: input })
    const { pathname, searchParams } = new URL(input, location.origin)
    const body: unknown = typeof init?.body === 'string' ? JSON.parse(init.body) : undefined
    asked.push(pathname)
    if (body !== undefined) posted.push([pathname, body])
    if (init?.method?.toLowerCase() === 'delete') deleted.push(input)
    return (await answer(pathname, body, searchParams)) ?? dialogResponse([])
  })
  const { around, queries, overlays, dispatcher } = createConsoleContext({
    path: '/health',
    nameOf: (_kind, id) => names[id],
    ...environment,
  })
  const start = () => render(around(<Links dispatcher={dispatcher} overlays={overlays} />))
  start()
  void dispatcher.perform({ call, origin: 'button' }, [])
  onTestFinished(() => {
    cleanup()
    sessionStorage.clear()
    callUses.set({})
    history.replaceState(null, '', '/')
    vi.unstubAllGlobals()
  })
  return {
    asked,
    posted,
    /** All requests in their order. */
    sent,
    /** The addresses of rows that were deleted. */
    deleted,
    journal,
    dispatcher,
    /** Refreshes the data of the screen. */
    refresh: () => queries.invalidateQueries(),
    /** The call in the address. */
    inAddress: callInAddress,
    /** Simulates a reload: only the address and the tab's storage remain. */
    reload() {
      window.dispatchEvent(new Event('pagehide'))
      const kept = { ...sessionStorage }
      cleanup()
      // A reload runs no unmount handlers, so they must not store anything.
      sessionStorage.clear()
      for (const [key, value] of Object.entries(kept)) sessionStorage.setItem(key, String(value))
      queries.clear()
      overlays.commandDialog.set(undefined)
      start()
    },
  }
}

const callInAddress = () => new URLSearchParams(location.search).get('do')

function Links({ dispatcher, overlays }: { dispatcher: Dispatcher; overlays: Overlays }) {
  useCallLinks(useSearch(), dispatcher, overlays, true)
  return null
}

/**
 * Resolves when the dialog is closed and its address is left; the address follows a moment later, and would otherwise
 * affect the next test.
 */
export const untilDialogClosed = () =>
  waitFor(() => {
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(callInAddress()).toBeNull()
  })
