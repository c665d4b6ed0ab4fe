import { expect, test } from 'vitest'
import { defaultConfig } from '../../server/identity/config'
import { createPasswords } from '../../server/identity/passwords'
import { testDatabase } from '../helpers/database'
import { account, Browser, testService } from '../helpers/identity'

// With passwords hashed at their real cost. In a file of its own: it takes a while.

const db = await testDatabase()
const service = await testService(db)

test(
  'abuse 10: an unknown name takes as long as a wrong password, and gets the same answer',
  // What leaks, leaks every time; a machine that is busy with something else is not so steady.
  { timeout: 120_000, retry: 2 },
  async () => {
    const real = { ...service, passwords: await createPasswords(defaultConfig.argon2) }
    const { email } = await account(real)
    const flowIn = async (identifier: string) => {
      const browser = new Browser(real)
      const flow = await browser.begin('login')
      const begun = performance.now()
      const answer = await browser.submit('login', flow, { method: 'password', identifier, password: 'wrong-password' })
      const took = performance.now() - begun
      const text = (await answer.text()).replaceAll(flow.id, 'FLOW').replaceAll(identifier, 'NAME')
      return { took, shape: `${answer.status} ${text.replace(/"value":"[A-Za-z0-9+/=]{88}"/, '"value":"TOKEN"')}` }
    }
    const unknown = 'x'.repeat(email.indexOf('@')) + email.slice(email.indexOf('@'))
    const times = { known: [] as number[], unknown: [] as number[] }
    const shapes = new Set<string>()
    // In turns, so that whatever else this machine does falls on both.
    for (let sample = 0; sample < 200; sample++) {
      const [a, b] = [await flowIn(email), await flowIn(unknown)]
      times.known.push(a.took)
      times.unknown.push(b.took)
      shapes.add(a.shape).add(b.shape)
    }
    expect(shapes.size).toBe(1)
    const ratio = median(times.known) / median(times.unknown)
    expect(ratio).toBeGreaterThan(0.9)
    expect(ratio).toBeLessThan(1.1)
  }
)
const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
