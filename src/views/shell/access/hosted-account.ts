import { type ComponentType, createContext } from 'react'

/** What a hosted sign-in has for whoever is signed in. Its code is loaded only where people sign in that way. */
export type HostedAccount = {
  /** Takes the place of the user menu: which organisation, and who. */
  Menu: ComponentType
  /** Ends the session; signing in again leads back. Rejects when that could not be done. */
  signOut(back: string): Promise<void>
}

export const HostedAccountContext = createContext<HostedAccount | undefined>(undefined)
