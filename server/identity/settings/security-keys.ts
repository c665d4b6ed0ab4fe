import { readTextField } from '../http/body'
import { isKeyKnown, readSecurityKeys, saveSecurityKeys } from '../credentials/credentials'
import { createMessage } from '../flows/messages'
import { toHexId, LONGEST_KEY_NAME } from '../flows/nodes'
import { newChallenge, takeChallenge, verifyNewKey } from '../credentials/security-keys'
import { type SettingsChange, type SettingsOutcome, requirePrivilege } from './submission'
import { recordAddedFactor, recordRemovedFactor } from './factors'
import { toPrintable } from '../accounts/traits'
import { sql } from '../../data/db/sql'

/** A generous maximum: each key adds a row to the page and an entry to the browser's request. */
const MOST_KEYS = 10

const UNNAMED = 'Security key'

export function changeKeys(change: SettingsChange): Promise<SettingsOutcome> {
  requirePrivilege(change)
  const remove = readTextField(change.body, 'webauthn_remove') ?? ''
  return remove === '' ? addKey(change) : removeKey(change, remove)
}

async function addKey(change: SettingsChange): Promise<SettingsOutcome> {
  const { service, exchange, session, flow, body } = change
  const { id } = session.identity
  const name = toPrintable(readTextField(body, 'webauthn_register_displayname') ?? '').trim() || UNNAMED
  if ([...name].length > LONGEST_KEY_NAME) {
    const tooLong = createMessage(4000017, { max_length: LONGEST_KEY_NAME, actual_length: [...name].length })
    return { outcome: 'refused', fieldErrors: { webauthn_register_displayname: tooLong } }
  }
  const challenge = await takeChallenge(service.db, flow)
  const context = { ...flow.context, ...newChallenge(service) }
  const typed = readTextField(body, 'webauthn_register') ?? ''
  const key = challenge === undefined ? undefined : await verifyNewKey(service, typed, { challenge, exchange })
  const refuse = (reason: string): SettingsOutcome => ({
    outcome: 'refused',
    context,
    messages: [createMessage(4000001, { reason })],
  })
  if (!key) return refuse('The security key could not be added. Try again.')
  return service.db.transaction(async (tx): Promise<SettingsOutcome> => {
    // Locks the identity, so that two keys added at the same moment do not overwrite each other.
    await tx.query(sql`select from identity.identities where id = ${id} for update`)
    const keys = await readSecurityKeys(tx, id)
    if (await isKeyKnown(tx, key.id)) return refuse('This security key is registered already.')
    if (keys.length >= MOST_KEYS)
      return refuse(`The maximum of ${MOST_KEYS} security keys is reached. Remove one first.`)
    await saveSecurityKeys(service, tx, id, [...keys, { ...key, name, addedAt: service.now() }])
    await recordAddedFactor(change, tx, 'webauthn', calledKey(name))
    return { outcome: 'saved', context }
  })
}

async function removeKey(change: SettingsChange, hex: string): Promise<SettingsOutcome> {
  const { service, session } = change
  const { id } = session.identity
  return service.db.transaction(async (tx): Promise<SettingsOutcome> => {
    const keys = await readSecurityKeys(tx, id)
    const gone = keys.find((key) => toHexId(key.id) === hex.toLowerCase())
    if (!gone) {
      const reason = 'This security key no longer exists.'
      return { outcome: 'refused', messages: [createMessage(4000001, { reason })] }
    }
    await saveSecurityKeys(
      service,
      tx,
      id,
      keys.filter((key) => key !== gone)
    )
    await recordRemovedFactor(change, tx, 'webauthn', calledKey(gone.name))
    return { outcome: 'saved' }
  })
}

const calledKey = (name: string) => `security key “${name}”`
