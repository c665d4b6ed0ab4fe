import { type ComponentType, createContext } from 'react'

/** The account of a hosted sign-in service. Its code is loaded only in deployments that use one. */
type HostedAccount = {
  /** Replaces the user menu: the organisation and the user. */
  Menu: ComponentType
  /** Ends the session; signing in again returns to `back`. Rejects on failure. */
  signOut(back: string): Promise<void>
}

export const HostedAccountContext = createContext<HostedAccount | undefined>(undefined)
