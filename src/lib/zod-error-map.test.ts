import { expect, test } from 'vitest'
import { z } from 'zod/mini'
import { zodErrorMap } from './zod-error-map'

const messagesFor = (schema: z.ZodMiniType, value: unknown) =>
  schema.safeParse(value, { error: zodErrorMap }).error?.issues.map(({ message }) => message)

test.each<[string, z.ZodMiniType, unknown, string]>([
  ['another type', z.string(), 1, 'expected string, got number'],
  ['null', z.array(z.string()), null, 'expected array, got null'],
  ['nothing', z.object({}), undefined, 'expected object, got undefined'],
  ['none of the choices', z.enum(['on', 'off']), 'up', 'expected on or off'],
  ['another number than the one', z.literal(1), 2, 'expected 1'],
  ['text of another form', z.guid(), 'x', 'expected guid'],
  ['too little', z.array(z.string()).check(z.minLength(1)), [], 'expected at least 1'],
  ['too much', z.int().check(z.lte(9)), 10, 'expected at most 9'],
  ['what the schema has words for', z.string('A name is needed'), 1, 'A name is needed'],
  ['what nothing can be said of', z.string().check(z.refine(() => false)), 'a', 'Invalid input'],
])('%s', (_what, schema, value, message) => {
  expect(messagesFor(schema, value)).toEqual([message])
})
