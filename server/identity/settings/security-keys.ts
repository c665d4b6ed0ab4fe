import { textOf } from '../http/body'
import { isKeyKnown, readSecurityKeys, saveSecurityKeys } from '../credentials/credentials'
import { message } from '../flows/messages'
import { hexOf, LONGEST_KEY_NAME } from '../flows/nodes'
import { newChallenge, takeChallenge, verifyNewKey } from '../credentials/security-keys'
import { type Change, type Outcome, requirePrivilege } from './submission'
import { secondFactorAdded, secondFactorRemoved } from './factors'
import { printable } from '../accounts/traits'
import { sql } from '../../db/sql'

/** A generous maximum: each key adds a row to the page and an entry to the browser's request. */
const MOST_KEYS = 10

const UNNAMED = 'Security key'

export function changeKeys(change: Change): Promise<Outcome> {
  requirePrivilege(change)
  const remove = textOf(change.body, 'webauthn_remove') ?? ''
  return remove === '' ? addKey(change) : removeKey(change, remove)
}

async function addKey(change: Change): Promise<Outcome> {
  const { service, exchange, session, flow, body } = change
  const { id } = session.identity
  const name = printable(textOf(body, 'webauthn_register_displayname') ?? '').trim() || UNNAMED
  if ([...name].length > LONGEST_KEY_NAME) {
    const tooLong = message(4000017, { max_length: LONGEST_KEY_NAME, actual_length: [...name].length })
    return { outcome: 'refused', faults: { webauthn_register_displayname: tooLong } }
  }
  const challenge = await takeChallenge(service.db, flow)
  const context = { ...flow.context, ...newChallenge(service) }
  const typed = textOf(body, 'webauthn_register') ?? ''
  const key = challenge === undefined ? undefined : await verifyNewKey(service, typed, { challenge, exchange })
  const refuse = (reason: string): Outcome => ({
    outcome: 'refused',
    context,
    messages: [message(4000001, { reason })],
  })
  if (!key) return refuse('The security key could not be added. Try again.')
  return service.db.transaction(async (tx): Promise<Outcome> => {
    // Locks the identity, so that two keys added at the same moment do not overwrite each other.
    await tx.query(sql`select from identity.identities where id = ${id} for update`)
    const keys = await readSecurityKeys(tx, id)
    if (await isKeyKnown(tx, key.id)) return refuse('This security key is registered already.')
    if (keys.length >= MOST_KEYS)
      return refuse(`The maximum of ${MOST_KEYS} security keys is reached. Remove one first.`)
    await saveSecurityKeys(service, tx, id, [...keys, { ...key, name, addedAt: service.now() }])
    await secondFactorAdded(change, tx, 'webauthn', calledKey(name))
    return { outcome: 'saved', context }
  })
}

async function removeKey(change: Change, hex: string): Promise<Outcome> {
  const { service, session } = change
  const { id } = session.identity
  return service.db.transaction(async (tx): Promise<Outcome> => {
    const keys = await readSecurityKeys(tx, id)
    const gone = keys.find((key) => hexOf(key.id) === hex.toLowerCase())
    if (!gone) {
      const reason = 'This security key no longer exists.'
      return { outcome: 'refused', messages: [message(4000001, { reason })] }
    }
    await saveSecurityKeys(
      service,
      tx,
      id,
      keys.filter((key) => key !== gone)
    )
    await secondFactorRemoved(change, tx, 'webauthn', calledKey(gone.name))
    return { outcome: 'saved' }
  })
}

const calledKey = (name: string) => `security key “${name}”`
