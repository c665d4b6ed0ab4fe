import { expect, test } from 'vitest'
import { parseRunRequest } from './run-request'

const readCall = (search: string) => {
  const query = parseRunRequest(search)
  return query === undefined ? undefined : Object.fromEntries(new URLSearchParams(query))
}

test('converts the parameters of a requested run to the call of its dialog, and keeps the others', () => {
  expect(readCall('?playbook=p1&run=true&config_id=c1&params.reason=slow&params.to%20do=a%3Db&status=failed')).toEqual({
    playbook: 'p1',
    status: 'failed',
    do: `playbook.run?target=config:c1&playbook=p1&params=${encodeURIComponent('{"reason":"slow","to do":"a=b"}').replaceAll('%3A', ':').replaceAll('%2C', ',')}`,
  })
})

test.each([
  ['a component', 'component_id=a', 'target=component:a&'],
  ['a check', 'check_id=a', 'target=check:a&'],
  ['a config item before other kinds', 'check_id=a&component_id=b&config_id=c', 'target=config:c&'],
  ['no resource', '', ''],
])('requests a run for %s', (_what, ids, written) =>
  expect(readCall(`playbook=p&run=true&${ids}`)).toEqual({
    playbook: 'p',
    do: `playbook.run?${written}playbook=p&params=%7B%7D`,
  })
)

test.each(['playbook=p', 'playbook=p&run=false', 'run=true', ''])('requests no run for %j', (search) =>
  expect(parseRunRequest(search)).toBeUndefined()
)
