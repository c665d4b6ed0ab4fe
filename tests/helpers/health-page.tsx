import { cleanup, render } from '@testing-library/react'
import { onTestFinished, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import type { Check } from '../../src/api/health/checks'
import { App, prepareFirstRender } from '../../src/app'
import { queryClient } from '../../src/app/client'
import { keyPreferenceStore } from '../../src/commands/stores/key-preference-store'
import { pinnedCalls, callUses } from '../../src/commands/stores/palette-usage'
import { isLive, parsePreferences, prefs } from '../../src/commands/stores/preference-store'

/** A request: `search` includes its question mark, `body` is the sent text. */
export type HealthRequest = { path: string; search: string; body: string | undefined; signal: AbortSignal | undefined }

/** Undefined: the default response of a backend with only these checks. */
type Answer = (asked: HealthRequest) => Response | undefined | Promise<Response | undefined>

export const SUMMARY = '/api/canary/api/summary'

export const healthResponse = (body: unknown, status = 200) =>
  new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json' } })

/**
 * Opens the whole console at an address, against a fake backend with only these checks. Keyboard, palette and router
 * are real. For tests of a list; the server's part is covered end to end.
 */
export function openHealth(address: string, checks: readonly Check[], answer: Answer = () => undefined) {
  let now = checks
  const asked: HealthRequest[] = []
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) => {
    const { pathname: path, search } = new URL(String(input), location.origin)
    const body = typeof init?.body === 'string' ? init.body : undefined
    const one = { path, search, body, signal: init?.signal ?? undefined }
    asked.push(one)
    return (await answer(one)) ?? plain(path, now)
  })
  // As in the release, where late focus is restored without a warning: the delay depends on the machine.
  vi.stubEnv('DEV', false)
  addVoice()
  openAt(address)
  onTestFinished(() => {
    cleanup()
    queryClient.clear()
    forget()
    vi.unstubAllGlobals()
    vi.unstubAllEnvs()
    history.replaceState(null, '', '/')
  })
  return {
    /** Replaces the checks of the backend. */
    become: (others: readonly Check[]) => void (now = others),
    /** All requests so far. */
    asked: () => [...asked],
    /** The requests to a path so far. */
    askedFor: (path: string) => asked.filter((one) => one.path === path),
    /** Loads another address, or reloads the current one. */
    load(next = `${location.pathname}${location.search}`) {
      cleanup()
      queryClient.clear()
      openAt(next)
    },
  }
}

function openAt(address: string) {
  history.replaceState(null, '', address)
  const container = document.createElement('div')
  container.id = 'root'
  document.body.append(container)
  // Keys are sent to the focused window.
  window.focus()
  prepareFirstRender()
  render(<App />, { container })
}

const whole: Record<string, unknown> = {
  '/console-config.json': { version: '1.2.3', backend: 'embedded', signIn: 'none' },
  '/api/auth/whoami': { payload: { user: { id: 'ada', name: 'Ada' }, roles: ['admin'] } },
  '/api/canary/about': { backend: '1.2.3' },
  '/api/canary/api/topology': { components: [] },
  '/api/_saved_views': { views: [], mayShare: false },
}

function plain(path: string, checks: readonly Check[]): Response {
  if (path === SUMMARY) return healthResponse({ checks_summary: checks })
  return whole[path] ? healthResponse(whole[path]) : new Response('[]', { headers: { 'Content-Range': '*/0' } })
}

/** The regions in index.html. */
function addVoice() {
  for (const id of ['voice-polite', 'voice-urgent']) {
    document.getElementById(id)?.remove()
    const region = document.createElement('div')
    region.id = id
    region.role = 'log'
    region.className = 'visually-hidden'
    document.body.append(region)
  }
}

/** Clears what the browser would store. */
function forget() {
  prefs.set(parsePreferences(null))
  isLive.set(true)
  callUses.set({})
  pinnedCalls.set([])
  keyPreferenceStore.set({ v: 1, set: {}, single: 'on', forget: 0 })
  localStorage.clear()
}

/** Presses keys one after another, such as `Shift+P`. */
export async function pressKeys(...keys: string[]): Promise<void> {
  for (const key of keys) {
    const parts = key.split(/(?<=.)\+(?=.)/)
    const last = parts.pop() ?? ''
    const down = parts.map((one) => `{${one}>}`).join('')
    const up = parts.map((one) => `{/${one}}`).join('')
    await userEvent.keyboard(`${down}${last.length === 1 ? last : `{${last}}`}${up}`)
  }
}
