import type { Asking } from '../../server/postgrest/relational'
import { id } from './organisation'

/** Ada of the organisation, who may read everything, asks the relational API. */
export const adaAsks: Asking = { mayRead: () => true, author: { personId: id(1), isAdministrator: true } }
