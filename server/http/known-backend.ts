import type { Backend, BackendSignIn, Probe } from './backend-probe'

/** The backend behind the gateway, as far as it is known. */
export type KnownBackend = {
  /** The last known state; undefined until the backend has answered once. */
  known(): Backend | undefined
  /** The known state. While there is none, probes the backend, at most once in some seconds. */
  current(): Promise<Backend | undefined>
  /** Probes again in the background if the last probe is old enough. A backend that does not answer changes nothing. */
  refresh(): void
  /** Why nothing is known, as a sentence. */
  silence(): string
}

type Options = {
  probe: () => Promise<Probe>
  /** The sign-in method given at start, which no probe changes. */
  given?: BackendSignIn | undefined
  /** Called when the first answer arrives, and whenever the state changes. */
  onChange?: (backend: Backend) => void
  now?: () => number
}

/** The shortest time between two probes of a silent backend, and of a known one. */
const RETRY_MS = 3000
const REFRESH_MS = 60_000

/**
 * Keeps what the probes of a backend found. Requests do not wait for a probe once the backend is known, and a backend
 * that was down at start is recognised when it answers.
 */
export function createKnownBackend({ probe, given, onChange, now = () => performance.now() }: Options): KnownBackend {
  let known: Backend | undefined
  let silence = ''
  let running: Promise<void> | undefined
  let probedAt = -Infinity

  const run = () =>
    (running ??= (async () => {
      const found = await probe()
      if (found.is === 'silent') silence = found.message
      else {
        const { is: _, ...backend } = found
        const next = given ? { ...backend, signIn: given, reason: 'it is set with --auth' } : backend
        const isNew = next.product !== known?.product || next.signIn !== known.signIn
        known = next
        if (isNew) onChange?.(next)
      }
    })().finally(() => {
      probedAt = now()
      running = undefined
    }))

  return {
    known: () => known,
    current: async () => {
      if (known === undefined && (running !== undefined || now() - probedAt >= RETRY_MS)) await run()
      return known
    },
    refresh: () => {
      if (now() - probedAt >= (known ? REFRESH_MS : RETRY_MS)) void run()
    },
    silence: () => silence,
  }
}
