import { readDocumentsHere } from '@tests/helpers/read-documents-here'
import { expect, test } from 'vitest'
import { readKubeconfig } from './kubernetes'

const read = (text: string) => readKubeconfig(text, (one) => readDocumentsHere(one, 'a test'))
const lines = (size: number, line: (at: number) => string) =>
  Array.from({ length: size }, (_, at) => line(at)).join('\n')

test.each([
  ['nested lists', '['.repeat(100_000)],
  ['nested braces', '{a: '.repeat(50_000)],
  ['nested dashes', '- '.repeat(100_000)],
  ['nested question marks', '? '.repeat(100_000)],
  [
    'a billion laughs',
    `a0: &a0 [lol]\n${lines(30, (at) => `a${at + 1}: &a${at + 1} [${Array(9).fill(`*a${at}`).join()}]`)}`,
  ],
])('refuses %s as a kubeconfig', (_name, text) => expect(read(text)).rejects.toThrow('is not a kubeconfig'))

test('refuses a kubeconfig longer than 256 kB', () =>
  expect(read(`${'# c\n'.repeat(66_000)}clusters: []`)).rejects.toThrow('The kubeconfig is longer than 256 kB.'))
