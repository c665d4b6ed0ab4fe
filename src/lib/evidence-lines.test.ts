import { expect, test } from 'vitest'
import { quotedLines } from './evidence-lines'
import { nameOfEvidence, titleOfEvidence, wordOfEvidence } from './evidence-name'

const lines = {
  type: 'config',
  description: '',
  evidence: { format: 'yaml', lines: { '22': '  memory: 128Mi', '21': '  cpu: "1"' } },
  configs: { id: 'a', name: 'checkout', type: 'Kubernetes::Deployment' },
}

test('lines of a document are called by their numbers and their document, and quoted as they were kept', () => {
  expect(nameOfEvidence(lines)).toBe('lines 21–22 of checkout')
  expect(titleOfEvidence({ ...lines, description: 'far too little' })).toBe('lines 21–22 of checkout: far too little')
  expect(wordOfEvidence(lines)).toBe('Document lines')
  expect(quotedLines(lines)).toEqual(['  cpu: "1"', '  memory: 128Mi'])
  expect(nameOfEvidence({ ...lines, evidence: { lines: { '7': '"memory"' } } })).toBe('line 7 of checkout as JSON')
})

test('an item without lines is called as it is', () => {
  expect(nameOfEvidence({ ...lines, evidence: null })).toBe('checkout')
  expect(wordOfEvidence({ ...lines, evidence: null })).toBe('Config')
  expect(quotedLines({ type: 'check', evidence: null })).toEqual([])
})

test('lines of a log are quoted by their messages', () => {
  expect(quotedLines({ type: 'log', evidence: [{ timestamp: 'x', message: 'refused' }, { message: 7 }] })).toEqual([
    'refused',
  ])
})
