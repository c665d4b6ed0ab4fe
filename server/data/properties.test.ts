import { expect, test } from 'vitest'
import { parseProperties } from './properties'

test('parses name=value lines and ignores comments and empty lines', () => {
  const text = '# ours\nlogs.disable=true\r\n\n  playbook.run.timeout = 30m  \nquery=a=b\nempty=\n'
  expect([...parseProperties(text)]).toEqual([
    ['logs.disable', 'true'],
    ['playbook.run.timeout', '30m'],
    ['query', 'a=b'],
    ['empty', ''],
  ])
})

test.each([
  ['logs.disable', 1],
  ['a=b\n=true', 2],
])('rejects %j at line %s', (text, line) => {
  expect(() => parseProperties(text)).toThrow(`Line ${line} of the properties file`)
})
