import type { Caller } from '../http/route'
import type { NotifyAddressChange } from './access/change-account'

/** How the server identifies the users of its requests. */
export type SignIn = {
  /** The caller of a request with the current roles; undefined when signed out. */
  callerOf(request: Request): Promise<Caller | undefined>
  /** Guards of the embedded sign-in, if enabled. */
  signIn?: SignInGuards
}

export type SignInGuards = {
  /** Refuses a request before all other checks. */
  refuse(request: Request): Promise<Response | undefined>
  /** Refuses callers who signed in too long ago to create credentials. */
  refuseStale(request: Request): Promise<Response | undefined>
  /** Notifies the owner of the old address that messages no longer go there. */
  addressChanged: NotifyAddressChange
}
