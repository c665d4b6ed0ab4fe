import { expect, test } from 'vitest'
import { askedRun } from './asked-run'

const doOf = (search: string) => {
  const query = askedRun(search)
  return query === undefined ? undefined : Object.fromEntries(new URLSearchParams(query))
}

test('what asks for a run becomes the call of its dialog, and leaves the address', () => {
  expect(doOf('?playbook=p1&run=true&config_id=c1&params.reason=slow&params.to%20do=a%3Db&status=failed')).toEqual({
    playbook: 'p1',
    status: 'failed',
    do: `playbook.run?target=config:c1&playbook=p1&params=${encodeURIComponent('{"reason":"slow","to do":"a=b"}').replaceAll('%3A', ':').replaceAll('%2C', ',')}`,
  })
})

test.each([
  ['component', 'component_id=a', 'target=component:a&'],
  ['check', 'check_id=a', 'target=check:a&'],
  ['config item before others', 'check_id=a&component_id=b&config_id=c', 'target=config:c&'],
  ['nothing', '', ''],
])('it is run for a %s', (_what, ids, written) =>
  expect(doOf(`playbook=p&run=true&${ids}`)).toEqual({
    playbook: 'p',
    do: `playbook.run?${written}playbook=p&params=%7B%7D`,
  })
)

test.each(['playbook=p', 'playbook=p&run=false', 'run=true', ''])('%j asks for no run', (search) =>
  expect(askedRun(search)).toBeUndefined()
)
