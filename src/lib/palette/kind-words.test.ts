import { expect, test } from 'vitest'
import { kindWordsFor, nounsForWord, typeWordsFor } from './kind-words'

test('names a kind in the singular, in the plural and by its abbreviations', () => {
  expect(kindWordsFor('incident')).toEqual(['incident', 'incidents', 'inc'])
  expect(kindWordsFor('log backend')).toEqual(['log backend', 'log backends'])
  expect(typeWordsFor('Kubernetes::Ingress')).toEqual(['ingress', 'ingresses', 'ing'])
  expect(typeWordsFor('Kubernetes::NetworkPolicy')).toEqual(['networkpolicy', 'networkpolicies', 'netpol'])
})

test.each([
  ['svc', ['service']],
  ['pods', ['pod']],
  ['buckets', ['bucket']],
  ['checkout', []],
])('finds the nouns that %s stands for', (word, nouns) => {
  expect(nounsForWord(word)).toEqual(nouns)
})
