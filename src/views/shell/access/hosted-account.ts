import { type ComponentType, createContext } from 'react'

/** The account of a hosted sign-in service. Its code is loaded only in deployments that use one. */
export type HostedAccount = {
  /** Replaces the user menu: the organisation and the person. */
  Menu: ComponentType
  /** Ends the session; signing in again returns to `back`. Rejects when it fails. */
  signOut(back: string): Promise<void>
}

export const HostedAccountContext = createContext<HostedAccount | undefined>(undefined)
