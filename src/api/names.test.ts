import { expect, test, vi } from 'vitest'
import type { Call } from './http'
import * as http from './http'
import { findSelectedByAll } from './names'

const thing = (number: number) => ({ id: `5a000010-0000-4000-8000-00000000000${number}`, name: `thing ${number}` })

test('of several selectors, only what all of them select is found', async () => {
  const asked: unknown[] = []
  const call = vi.spyOn(http, 'call').mockImplementation(async ({ body }: Call<unknown>) => {
    asked.push(body)
    return { configs: JSON.stringify(body).includes('types') ? [thing(1), thing(2)] : [thing(2), thing(3)] }
  })
  const found = await findSelectedByAll('configs', [{ types: ['Pod'] }, { labelSelector: 'a=b' }], '')
  expect(found.map(({ name }) => name)).toEqual(['thing 2'])
  expect(asked).toEqual([
    { limit: 500, configs: [{ types: ['Pod'], agent: 'all' }] },
    { limit: 500, configs: [{ labelSelector: 'a=b', agent: 'all' }] },
  ])
  call.mockRestore()
})
