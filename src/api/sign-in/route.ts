import { createStore } from '@/lib/store'

/** How calls reach the backend of an organisation with hosted sign-in. */
export type BackendRoute = {
  /** The person and the organisation that the route belongs to. */
  owner: string
  /**
   * Replaces `/api`, without a trailing slash. If absent, calls go to this origin with the cookie of the sign-in
   * service.
   */
  base?: string
  /**
   * Returns the token of the caller and refreshes the cookie. Undefined if the user is signed out.
   * @param isFresh whether to ignore a cached token
   */
  token(isFresh: boolean): Promise<string | undefined>
  /** Aborts when the user leaves the organisation: later responses must be discarded. */
  signal: AbortSignal
}

/** Undefined if calls go to this origin. */
export const currentRoute = createStore<BackendRoute | undefined>(undefined)
