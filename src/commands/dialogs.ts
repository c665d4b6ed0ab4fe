import type { Invitation } from '../api/people'
import { createStore } from '../lib/store'
import type { Target } from './command'

/** What a command asks by a form of its own, because it is more than the palette's steps can hold. */
export type Dialog =
  | { is: 'playbook'; target: Target<'check'> }
  | { is: 'evidence'; sources: readonly Target<'check'>[] }
  | { is: 'invite' }
  | { is: 'kubeconfig' }
  /** What somebody is handed who was invited. */
  | { is: 'invitation'; name: string; made: Invitation }
  | { is: 'person'; person: Target<'person'> }
  /** Absent: a new one. */
  | { is: 'property'; property?: Target<'property'> }
  | { is: 'message'; message: Target<'message'> }

/** The form that is open over the page, if one is. */
export const dialogs = createStore<Dialog | undefined>(undefined)
