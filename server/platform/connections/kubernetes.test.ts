import { expect, test, vi } from 'vitest'
import { growth, STILL_LINEAR } from '@tests/helpers/growth'
import { readKubeconfig } from './kubernetes'

const lines = (size: number, line: (at: number) => string) =>
  Array.from({ length: size }, (_, at) => line(at)).join('\n')

const attempt = (text: string) => () => {
  try {
    return readKubeconfig(text)
  } catch (error) {
    return error
  }
}

test.each<[string, (size: number) => string]>([
  ['keys', (size) => lines(size, (at) => `k${at}: 1`)],
  ['keys in braces', (size) => `{${lines(size, (at) => `k${at}: 1,`)}}`],
])('takes linear time for the keys of a kubeconfig: %s', { timeout: 120_000 }, (_name, text) => {
  expect(growth((size) => attempt(text(size)), 400)).toBeLessThan(STILL_LINEAR)
})

test.each<[string, (size: number) => string]>([
  ['the same key', (size) => lines(size, () => 'k: 1')],
  ['users', (size) => `users:\n${lines(size, (at) => `- { name: u${at}, user: { token: a } }`)}`],
  ['anchors', (size) => lines(size, (at) => `- &a${at} 1`)],
  ['aliases', (size) => `- &a 1\n${lines(size, () => '- *a')}`],
  ['merges', (size) => `a: &a {x: 1}\n${lines(size, (at) => `k${at}: {<<: *a}`)}`],
  ['tags', (size) => lines(size, (at) => `- !t${at} 1`)],
  ['errors', (size) => lines(size, () => 'a: b: c')],
  ['comments', (size) => lines(size, () => '# c')],
  ['empty lines', (size) => `a: |\n${'\n'.repeat(size)}b`],
  ['spaces', (size) => `a:${' '.repeat(size)}b`],
  ['documents', (size) => '---\n'.repeat(size)],
  ['quotes', (size) => `a: "${'\\x41 \n  '.repeat(size)}"`],
])('takes linear time for a kubeconfig: %s', { timeout: 120_000 }, (_name, text) => {
  expect(growth((size) => attempt(text(size)), 60)).toBeLessThan(STILL_LINEAR)
})

test.each([
  ['nested lists', '['.repeat(100_000)],
  ['nested braces', '{a: '.repeat(50_000)],
  ['nested dashes', '- '.repeat(100_000)],
  ['nested question marks', '? '.repeat(100_000)],
  [
    'a billion laughs',
    `a0: &a0 [lol]\n${lines(30, (at) => `a${at + 1}: &a${at + 1} [${Array(9).fill(`*a${at}`).join()}]`)}`,
  ],
])('refuses %s as a kubeconfig', (_name, text) => expect(() => readKubeconfig(text)).toThrow('is not a kubeconfig'))

test('refuses a kubeconfig longer than 256 kB', () => {
  expect(() => readKubeconfig(`${'# c\n'.repeat(66_000)}clusters: []`)).toThrow('The kubeconfig is longer than 256 kB.')
})

test('prints nothing of a kubeconfig, because it is secret', () => {
  const warn = vi.spyOn(process, 'emitWarning').mockReturnValue()
  attempt('token: !hunter2 1')()
  expect(warn).not.toHaveBeenCalled()
})
