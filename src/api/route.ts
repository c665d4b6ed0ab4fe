import { createStore } from '../lib/store'

/** How the calls of an organisation of a hosted sign-in reach its backend. */
export type Route = {
  /** Whose it is: the person and the organisation. */
  owner: string
  /** Takes the place of `/api`, without a slash at its end. Absent, calls go to this origin with the service's cookie. */
  base?: string
  /**
   * Proves who asks. Also sees to it that the cookie counts. Undefined when nobody is signed in any more.
   * @param isFresh whether to leave aside one that is kept
   */
  token(isFresh: boolean): Promise<string | undefined>
  /** Aborts when the organisation is left: no answer of it may arrive after that. */
  signal: AbortSignal
}

/** Undefined where calls simply go to this origin. */
export const route = createStore<Route | undefined>(undefined)
