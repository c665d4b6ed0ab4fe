import { expect, test, vi } from 'vitest'
import type { ApiCall } from './http'
import * as http from './http'
import { findSelectedByAll } from './find-resources'

const resource = (number: number) => ({
  id: `5a000010-0000-4000-8000-00000000000${number}`,
  name: `resource ${number}`,
})

test('finds only the resources that all selectors select', async () => {
  const asked: unknown[] = []
  const call = vi.spyOn(http, 'call').mockImplementation(async ({ body }: ApiCall<unknown>) => {
    asked.push(body)
    return { configs: JSON.stringify(body).includes('types') ? [resource(1), resource(2)] : [resource(2), resource(3)] }
  })
  const found = await findSelectedByAll('configs', [{ types: ['Pod'] }, { labelSelector: 'a=b' }], '')
  expect(found.map(({ name }) => name)).toEqual(['resource 2'])
  expect(asked).toEqual([
    { limit: 500, configs: [{ types: ['Pod'], agent: 'all' }] },
    { limit: 500, configs: [{ labelSelector: 'a=b', agent: 'all' }] },
  ])
  call.mockRestore()
})
