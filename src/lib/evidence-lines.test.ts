import { expect, test } from 'vitest'
import { quotedLines } from './evidence-lines'
import { kindAndTitle, nameOfEvidence, spokenEvidence, titleOfEvidence, wordOfEvidence } from './evidence-name'

const lines = {
  type: 'config',
  description: '',
  evidence: { format: 'yaml', lines: { '22': '  memory: 128Mi', '21': '  cpu: "1"' } },
  configs: { id: 'a', name: 'checkout', type: 'Kubernetes::Deployment' },
}

test('names lines by their numbers and document, and quotes them as stored', () => {
  expect(nameOfEvidence(lines)).toBe('lines 21–22 of checkout')
  expect(titleOfEvidence({ ...lines, description: 'far too little' })).toBe('lines 21–22 of checkout: far too little')
  expect(wordOfEvidence(lines)).toBe('Document')
  expect(quotedLines(lines)).toEqual(['  cpu: "1"', '  memory: 128Mi'])
  expect(nameOfEvidence({ ...lines, evidence: { lines: { '7': '"memory"' } } })).toBe('line 7 of checkout as JSON')
})

test('uses the name of an item without lines', () => {
  expect(nameOfEvidence({ ...lines, evidence: null })).toBe('checkout')
  expect(wordOfEvidence({ ...lines, evidence: null })).toBe('Config')
  expect(quotedLines({ type: 'check', evidence: null })).toEqual([])
})

test('quotes log lines by their messages', () => {
  expect(quotedLines({ type: 'log', evidence: [{ timestamp: 'x', message: 'refused' }, { message: 7 }] })).toEqual([
    'refused',
  ])
})

const of = (more: object) => ({ type: 'check', description: '', evidence: null, ...more })

test('does not repeat words of the kind, the name and the description of evidence', () => {
  const log = of({ type: 'log', components: { name: 'checkout' } })
  expect(kindAndTitle(log)).toEqual({ kind: 'Log', title: 'lines of checkout', isOne: true })
  expect(spokenEvidence(log)).toBe('Log lines of checkout')
  expect(spokenEvidence({ ...lines, description: 'too little' })).toBe('Document, lines 21–22 of checkout: too little')
  const change = of({ type: 'config_change', config_changes: {}, configs: lines.configs })
  expect(spokenEvidence(change)).toBe('Change of checkout')
  const check = of({ checks: { name: 'cart API' } })
  expect(spokenEvidence(check)).toBe('Check, cart API')
  expect(titleOfEvidence({ ...check, description: 'Cart API fails' })).toBe('Cart API fails')
  expect(titleOfEvidence({ ...check, description: 'cart APIs fail' })).toBe('cart API: cart APIs fail')
})
