import { migrate } from '../../server/data/db/migrate'
import { createQueuedDb } from '../../server/data/db/db'
import { openPglite } from '../../server/data/db/pglite-connection'
import { defaultConfig } from '../../server/identity/config'
import { createPasswords } from '../../server/identity/credentials/passwords'
import { createTestAccount, Browser, testService } from '../helpers/identity'
import { formatMs, percentile } from './figures'

/** The duration of a failing sign-in, for an existing and an unknown name. */
export async function bench({ samples = 200 } = {}): Promise<Record<string, string>> {
  const db = createQueuedDb(await openPglite())
  await migrate(db)
  const service = { ...(await testService(db)), passwords: await createPasswords(defaultConfig.argon2) }
  const { email } = await createTestAccount(service)
  const unknown = 'x'.repeat(email.indexOf('@')) + email.slice(email.indexOf('@'))
  const took = async (identifier: string) => {
    const browser = new Browser(service)
    const flow = await browser.begin('login')
    const begun = performance.now()
    await browser.submit('login', flow, { method: 'password', identifier, password: 'wrong-password' })
    return performance.now() - begun
  }
  const times = { known: [] as number[], unknown: [] as number[] }
  // Alternates between both, so that other load of the machine affects both.
  for (let sample = 0; sample < samples; sample++) {
    times.known.push(await took(email))
    times.unknown.push(await took(unknown))
  }
  await db.close()
  const [known, nobody] = [percentile(times.known, 0.5), percentile(times.unknown, 0.5)]
  return {
    'a wrong password: p50': formatMs(known),
    'a name that nobody has: p50': formatMs(nobody),
    'one to the other': (known / nobody).toFixed(2),
  }
}
