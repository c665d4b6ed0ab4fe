import { QueryClient } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { registerLines } from '@/lib/logs/displayed-lines'
import type { LogLine } from '@/lib/logs/line'
import type { Target } from '../command'
import { buildContext } from '../context'
import { resolveCallArgs } from '../prepare'
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

test('lists the component of the check under the cursor first', async () => {
  const [CART, MEDIA, CHECK] = [1, 2, 3].map((n) => `5a000011-0000-4000-8000-00000000000${n}`)
  const answer = (path: string, links: unknown) =>
    path.includes('components_with_logs')
      ? [
          { id: CART, name: 'cart', type: 'Service' },
          { id: MEDIA, name: 'media', type: 'Service' },
        ]
      : [{ id: CHECK, name: 'uploads', type: 'http', status: 'unhealthy', components: links }]
  const serve = (links: unknown) =>
    vi.stubGlobal('fetch', (path: string) => Promise.resolve(Response.json(answer(path, links))))
  vi.stubGlobal('navigator', { onLine: true })
  const command = findCommand('logs.component')
  const options = async (...targets: Target[]) => {
    const here = buildContext(
      targets.map((target) => ({ scope: 'page', target })),
      { path: '/health', roles: ['admin'], online: true, nameOf: () => undefined }
    )
    const source = command?.slots?.['component']?.options
    if (!command || source?.from !== 'server') throw new Error('not searched')
    const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
    const known = resolveCallArgs(command, {}, here)
    const found = await source.find('', new AbortController().signal, known, (query) => client.fetchQuery(query))
    return found.map(({ label, hint }) => `${label}: ${hint}`)
  }
  const check: Target = { kind: 'check', id: CHECK ?? '', label: 'uploads' }
  serve([{ components: { id: MEDIA, name: 'media' } }])
  expect(await options(check)).toEqual(['media: Service, component of uploads', 'cart: Service'])
  expect(await options()).toEqual(['cart: Service', 'media: Service'])
  // A check that cannot be read changes nothing else.
  serve('broken')
  expect(await options(check)).toEqual(['cart: Service', 'media: Service'])
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
