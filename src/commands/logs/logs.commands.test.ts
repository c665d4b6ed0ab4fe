import { expect, test } from 'vitest'
import { registerLines } from '@/lib/logs/displayed-lines'
import type { LogLine } from '@/lib/logs/line'
import { findCommand } from '../registry'
import '../every-command'
import { copyLogLines } from './logs.runs'

const line = (id: string, time: number): LogLine => ({ id, time, message: `message ${id}`, labels: {}, level: 'other' })

test('the logs of a component have their own address', () => {
  const seen: string[] = []
  const component = [{ kind: 'component', id: 'c1', label: 'cart' }]
  void findCommand('logs.open')?.run?.({ component } as never, { navigate: (path: string) => seen.push(path) } as never)
  expect(seen).toEqual(['/logs?topologyId=c1'])
})

test('copies lines in chronological order and reports lines that are gone', async () => {
  const end = registerLines((ids) =>
    [line('b', 2000), line('a', 1000)]
      .filter(({ id }) => ids.has(id))
      .map((one) => ({ ...one, componentId: 'c1', component: 'cart' }))
  )
  const copied: string[] = []
  const effects = { copy: async (text: string) => void copied.push(text) } as never
  const targets = ['b', 'a'].map((id) => ({ kind: 'logline', id, label: id }) as const)
  expect(await copyLogLines({ lines: targets }, effects)).toEqual({ message: 'Copied 2 lines.' })
  expect(copied).toEqual(['1970-01-01T00:00:01.000Z message a\n1970-01-01T00:00:02.000Z message b'])
  end()
  await expect(copyLogLines({ lines: targets }, effects)).rejects.toThrow('These lines are no longer shown.')
})
