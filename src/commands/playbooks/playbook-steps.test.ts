import { expect, test } from 'vitest'
import type { FormParameter } from '@/lib/playbooks/playbook-fields'
import { type PlaybookParameterValues, parameterOptions } from './playbook-steps'

const text = (name: string): FormParameter => ({ name })

const replicas: FormParameter = {
  name: 'replicas',
  label: 'Replicas',
  required: true,
  default: '3',
  properties: { format: 'number', min: 1, max: 10 },
}
const region: FormParameter = { name: 'region', type: 'list', required: true, properties: { options: ['eu', 'us'] } }

const asked = (parameters: readonly FormParameter[], given: PlaybookParameterValues = {}, typed = '') =>
  parameterOptions(parameters, given, typed)?.map(({ label, hint, refusal }) => [
    label,
    ...[hint ?? refusal ?? []].flat(),
  ])

test('prompts for one parameter after another and keeps the previous values', () => {
  const [first] = parameterOptions([replicas, region], {}, '') ?? []
  expect(first).toEqual({ value: { replicas: '3' }, label: '3', hint: 'default', heading: 'Replicas', isPartial: true })
  const second = parameterOptions([replicas, region], { replicas: '3' }, '')
  expect(second?.map(({ value, heading, isPartial: isPart }) => [value, heading, isPart])).toEqual([
    [{ replicas: '3', region: 'eu' }, 'region', undefined],
    [{ replicas: '3', region: 'us' }, 'region', undefined],
  ])
  expect(parameterOptions([replicas, region], { replicas: '3', region: 'eu' }, '')).toBeUndefined()
})

test('parses and validates typed text like the form', () => {
  expect(asked([replicas], {}, ' 5 ')).toEqual([['5']])
  expect(asked([replicas], {}, 'many')).toEqual([['many', 'This field must be a number']])
  expect(asked([replicas], {}, '11')).toEqual([['11', 'The maximum is 10.']])
  expect(asked([{ name: 'memory', type: 'bytes' }], {}, '512')).toEqual([['512Mi']])
  expect(asked([{ name: 'memory', type: 'bytes' }], {}, 'much')).toEqual([['much', 'This field must be a number']])
  const named: FormParameter = { name: 'namespace', properties: { format: 'dns1123' } }
  expect(asked([named], {}, 'Shop')).toEqual([['Shop', 'Use lower-case letters, digits, hyphens and dots.']])
})

test('lists the default first, allows empty optional parameters, and describes required text', () => {
  expect(asked([{ ...region, default: 'us' }])).toEqual([['us', 'default'], ['eu']])
  expect(asked([{ ...region, required: false }])).toEqual([['eu'], ['us'], ['No region']])
  expect(asked([{ ...region, required: false, default: 'us' }])).toEqual([['us', 'default'], ['eu']])
  expect(asked([{ ...region, required: false }], {}, 'u')).toEqual([['eu'], ['us']])
  expect(asked([{ name: 'reason', label: 'Reason' }])).toEqual([['No reason']])
  expect(asked([{ name: 'reason', label: 'Reason', required: true, description: 'For the record.' }])).toEqual([
    ['Type the reason', 'For the record.'],
  ])
  expect(asked([{ name: 'force', type: 'checkbox' }])).toEqual([['No', 'default'], ['Yes']])
  expect(asked([{ name: 'force', type: 'checkbox', default: 'true' }], {}, 'n')).toEqual([['No']])
})

test('leaves the form to playbooks without parameters, with many, or with secrets, documents or resources', () => {
  expect(asked([])).toBeUndefined()
  expect(asked(['a', 'b', 'c'].map(text))).toHaveLength(1)
  expect(asked(['a', 'b', 'c', 'd'].map(text))).toBeUndefined()
  for (const type of ['secret', 'code', 'people', 'config'])
    expect(asked([text('a'), { name: 'b', type }])).toBeUndefined()
  // Several lines can be written in one.
  expect(asked([{ name: 'a', properties: { multiline: 'true' } }], {}, 'It is slow')).toEqual([['It is slow']])
})
