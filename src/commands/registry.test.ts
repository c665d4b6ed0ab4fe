import { expect, test } from 'vitest'
import type { RunResult } from '../api/health/run-check'
import type { ApiError } from '../api/http'
import { type Command, type Effects, type Target, commandTitle } from './command'
import { formatCall, toCall } from './call'
import { allCommands, listCommandsAt } from './every-command'
import { findCommand } from './registry'

test('ids are unique and have the form noun.verb', () => {
  const ids = allCommands.map(({ id }) => id)
  expect(new Set(ids).size).toBe(ids.length)
  expect(ids.filter((id) => !/^[a-z]+\.[a-zA-Z]+$/.test(id))).toEqual([])
})

test('titles are in sentence case, unique in their group, and without "…"', () => {
  const titles = allCommands.map((command) => `${command.group}: ${commandTitle(command)}`)
  expect(new Set(titles).size).toBe(titles.length)
  expect(
    allCommands
      .map((command) => commandTitle(command))
      .filter((title) => !/^[A-Z](?:[^A-Z]|\bI\b)*(?:Health|YAML)?$/.test(title) || title.endsWith('…'))
  ).toEqual([])
})

test.each([
  ['/health?labels=app:1', 'Health'],
  ['/incidents', 'Incidents'],
  ['/topology', 'Topology'],
  ['/no/such/page', 'Topology'],
])('lists the commands of the feature of %s first', (address, group) => {
  const listed = listCommandsAt(address)
  expect(listed[0]?.group).toBe(group)
  expect(new Set(listed)).toEqual(new Set(allCommands))
  expect(listed).toHaveLength(allCommands.length)
})

const silent = ({ effect, preview, confirm, undo, opens, verb }: Command) =>
  (effect === 'change' && !preview) || ((confirm !== undefined || undo === 'none') && opens === undefined && !verb)

test('every change has a preview', () => {
  expect(allCommands.filter(silent)).toEqual([])
})

test.each([
  ['check.run', 'checks', 'check:6ba7b810-9dad-11d1-80b4-00c04fd430c8,check:b'],
  ['check.open', 'check', 'check:6ba7b810-9dad-11d1-80b4-00c04fd430c8'],
  ['prefs.theme', 'theme', 'dark'],
])('reads and writes the argument of %s unchanged', (id, name, text) => {
  const slot = findCommand(id)?.slots?.[name]
  expect(slot?.write(slot.schema.parse(text))).toBe(text)
  expect(formatCall(toCall(`${id}?${name}=${text}`, findCommand), findCommand)).toBe(`${id}?${name}=${text}`)
})

const target = (id: string): Target => ({ kind: 'check', id, label: `name-${id}` })

/** Runs check.run with a backend that returns these results by check id. */
function runChecks(answers: Record<string, Partial<RunResult> | undefined | Error>) {
  const effects: Partial<Effects> = {
    progress: () => undefined,
    signal: new AbortController().signal,
    async mutate<V, R>(_mutation: unknown, id: V) {
      const answer = answers[String(id)]
      if (answer instanceof Error) throw answer
      return answer as R
    },
  }
  return findCommand('check.run')?.run?.({ checks: Object.keys(answers).map(target) }, effects as Effects)
}

test.each([
  [{ a: { pass: true } }, { message: 'Ran name-a: healthy.' }],
  [{ a: { pass: false } }, { message: 'Ran name-a: unhealthy.', isFailure: true }],
  [{ a: { pass: false, error: 'refused' } }, { message: 'Ran name-a: unhealthy (refused).', isFailure: true }],
  [
    { a: { pass: false, invalid: true, error: 'No url.' } },
    { message: 'Could not run name-a: No url.', isFailure: true },
  ],
  [{ a: undefined }, { message: 'Ran name-a.' }],
  [{ a: { pass: true }, b: undefined }, { message: 'Ran 2 checks.' }],
  [
    { a: { pass: true }, b: { pass: false } },
    { message: 'Ran 2 checks: 1 failing (name-b).', isFailure: true },
  ],
  [
    { a: { pass: true }, b: { pass: false }, c: { pass: false, invalid: true, error: 'No url.' } },
    { message: 'Ran 3 checks: 1 failing (name-b), 1 unknown (name-c).', isFailure: true },
  ],
  [
    { a: { invalid: true }, b: { invalid: true } },
    { message: 'Ran 2 checks: 2 unknown (name-a and name-b).', isFailure: true },
  ],
])('running %j reports %j', async (answers, outcome) => {
  expect(await runChecks(answers)).toEqual(outcome)
})

test("fails with the server's message when a single check fails", async () => {
  await expect(runChecks({ a: new Error('no') as ApiError })).rejects.toThrow('no')
})

test('names the checks that could not run and offers a retry', async () => {
  expect(await runChecks({ a: { pass: true }, b: new Error('no'), c: new Error('no') })).toEqual({
    message: 'Ran 1 of 3 checks. Not run: name-b and name-c.',
    isFailure: true,
    failed: [target('b'), target('c')],
    next: [{ title: 'Retry 2 failed', call: { id: 'check.run', args: { checks: [target('b'), target('c')] } } }],
  })
})
