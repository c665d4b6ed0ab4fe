import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { expect, onTestFinished, vi } from 'vitest'
import { useSearch } from 'wouter/use-browser-location'
import type { Dispatcher } from '../../src/app/dispatcher'
import { journal } from '../../src/app/journal'
import { useLinks } from '../../src/app/links'
import type { Overlays } from '../../src/app/overlays'
import type { Environment } from '../../src/commands/context'
import { uses } from '../../src/commands/stores/palette-memory'
import { consoleAround } from './console-around'

export const json = (body: unknown, status = 200) =>
  new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json' } })

type Options = {
  /** What the server says; undefined: an empty list. */
  answer?: (path: string, body: unknown, query: URLSearchParams) => Response | undefined | Promise<Response | undefined>
  environment?: Partial<Environment>
  /** What things are called, by their id. */
  names?: Readonly<Record<string, string>>
}

/** The dialog of a command as the app opens it: with its address, carried out for real in front of a made-up server. */
export function openCommand(call: string, { answer = () => undefined, environment, names = {} }: Options = {}) {
  const asked: string[] = []
  const posted: [path: string, body: unknown][] = []
  vi.stubGlobal('fetch', async (input: string, init?: RequestInit) => {
    const { pathname, searchParams } = new URL(input, location.origin)
    const body: unknown = typeof init?.body === 'string' ? JSON.parse(init.body) : undefined
    asked.push(pathname)
    if (body !== undefined) posted.push([pathname, body])
    return (await answer(pathname, body, searchParams)) ?? json([])
  })
  const { around, queries, overlays, dispatcher } = consoleAround({
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
    uses.set({})
    history.replaceState(null, '', '/')
    vi.unstubAllGlobals()
  })
  return {
    asked,
    posted,
    journal,
    dispatcher,
    /** As what is on screen is asked for again by itself. */
    refresh: () => queries.invalidateQueries(),
    /** The call in the address. */
    inAddress: callInAddress,
    /** As after a reload: nothing is there but the address and what the tab keeps. */
    reload() {
      window.dispatchEvent(new Event('pagehide'))
      const kept = { ...sessionStorage }
      cleanup()
      // Nothing is taken down by a reload, so nothing is kept while it is.
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
  useLinks(useSearch(), dispatcher, overlays, true)
  return null
}

/** Until the dialog has gone, and its address: that is left a moment later, and would be the next test's. */
export const closed = () =>
  waitFor(() => {
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(callInAddress()).toBeNull()
  })
