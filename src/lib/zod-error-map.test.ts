import { expect, test } from 'vitest'
import { z } from 'zod/mini'
import { zodErrorMap } from './zod-error-map'

const messagesFor = (schema: z.ZodMiniType, value: unknown) =>
  schema.safeParse(value, { error: zodErrorMap }).error?.issues.map(({ message }) => message)

test.each<[string, z.ZodMiniType, unknown, string]>([
  ['another type', z.string(), 1, 'expected string, got number'],
  ['null', z.array(z.string()), null, 'expected array, got null'],
  ['undefined', z.object({}), undefined, 'expected object, got undefined'],
  ['a value outside an enum', z.enum(['on', 'off']), 'up', 'expected on or off'],
  ['another literal', z.literal(1), 2, 'expected 1'],
  ['another format', z.guid(), 'x', 'expected guid'],
  ['too little', z.array(z.string()).check(z.minLength(1)), [], 'expected at least 1'],
  ['too much', z.int().check(z.lte(9)), 10, 'expected at most 9'],
  ['a message of the schema', z.string('Name is required'), 1, 'Name is required'],
  ['a custom check', z.string().check(z.refine(() => false)), 'a', 'Invalid input'],
])('%s', (_what, schema, value, message) => {
  expect(messagesFor(schema, value)).toEqual([message])
})
