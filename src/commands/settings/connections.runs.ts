import { testConnection } from '@/api/settings/connection-test'
import { asSentence } from '@/shared/format'
import type { Effects, Outcome, Target } from '../command'

export async function test(
  { connection: [one] }: { connection: readonly Target[] },
  effects: Effects
): Promise<Outcome | void> {
  if (!one) return undefined
  const verdict = await effects.mutate(testConnection(), one.id)
  switch (verdict.is) {
    case 'untestable':
      return { message: `${one.label} was not tested: this backend has no test for its type.`, isFailure: true }
    case 'failed':
      return { message: `${one.label} does not work: ${asSentence(verdict.reason)}`, isFailure: true }
    case 'works': {
      const facts = verdict.facts.map(([name, value]) => `${name} ${value}`).join(', ')
      const more = [verdict.message, facts].filter((text) => text !== '').map(asSentence)
      return { message: [`${one.label} works.`, ...more].join(' ') }
    }
  }
}
