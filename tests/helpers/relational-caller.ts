import { wholeRequest } from '../../server/http/receive-body'
import type { RelationalCaller } from '../../server/data/postgrest/relational'
import { id } from './organisation'

/** A caller of the relational API: Ada of the sample data, who may read everything. */
export const adaCaller: RelationalCaller = { mayRead: () => true, author: { personId: id(1), isAdministrator: true } }

/** A request to the relational API. @param path from the relation on */
export const relationalRequest = (path: string, init?: RequestInit) =>
  wholeRequest(new Request(`http://console.test/api/db/${path}`, init))
