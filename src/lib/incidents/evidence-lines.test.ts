import { expect, test } from 'vitest'
import { quotedLines } from './evidence-lines'
import { kindAndTitle, evidenceName, describeEvidence, evidenceTitle, evidenceKindLabel } from './evidence-name'

const lines = {
  type: 'config',
  description: '',
  evidence: { format: 'yaml', lines: { '22': '  memory: 128Mi', '21': '  cpu: "1"' } },
  configs: { id: 'a', name: 'checkout', type: 'Kubernetes::Deployment' },
}

test('names lines by their numbers and document, and quotes them as stored', () => {
  expect(evidenceName(lines)).toBe('lines 21–22 of checkout')
  expect(evidenceTitle({ ...lines, description: 'far too little' })).toBe('lines 21–22 of checkout: far too little')
  expect(evidenceKindLabel(lines)).toBe('Document')
  expect(quotedLines(lines)).toEqual(['  cpu: "1"', '  memory: 128Mi'])
  expect(evidenceName({ ...lines, evidence: { lines: { '7': '"memory"' } } })).toBe('line 7 of checkout as JSON')
})

test('uses the name of an item without lines', () => {
  expect(evidenceName({ ...lines, evidence: null })).toBe('checkout')
  expect(evidenceKindLabel({ ...lines, evidence: null })).toBe('Config')
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
  expect(describeEvidence(log)).toBe('Log lines of checkout')
  expect(describeEvidence({ ...lines, description: 'too little' })).toBe(
    'Document, lines 21–22 of checkout: too little'
  )
  const change = of({ type: 'config_change', config_changes: {}, configs: lines.configs })
  expect(describeEvidence(change)).toBe('Change of checkout')
  const check = of({ checks: { name: 'cart API' } })
  expect(describeEvidence(check)).toBe('Check, cart API')
  expect(evidenceTitle({ ...check, description: 'Cart API fails' })).toBe('Cart API fails')
  expect(evidenceTitle({ ...check, description: 'cart APIs fail' })).toBe('cart API: cart APIs fail')
})

test.each(['topology', 'component'])('calls evidence of the type %s a component', (type) => {
  const component = { type, description: '', evidence: null, components: { name: 'checkout' } }
  expect(describeEvidence(component)).toBe('Component, checkout')
})
