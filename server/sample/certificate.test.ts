import { createPrivateKey, X509Certificate } from 'node:crypto'
import { expect, test } from 'vitest'
import { createSelfSignedCertificate } from './certificate'

const notBefore = new Date('2026-03-01T00:00:00Z')

test('contains its name and validity', () => {
  const { key, cert } = createSelfSignedCertificate('Quillmoor sample', notBefore, new Date('2026-03-10T12:34:56Z'))
  const certificate = new X509Certificate(cert)
  expect(certificate.subject).toBe('CN=Quillmoor sample')
  expect(certificate.issuer).toBe('CN=Quillmoor sample')
  expect(new Date(certificate.validFrom)).toEqual(notBefore)
  expect(new Date(certificate.validTo)).toEqual(new Date('2026-03-10T12:34:56Z'))
  expect(certificate.checkHost('localhost')).toBe('localhost')
  expect(certificate.checkIP('127.0.0.1')).toBe('127.0.0.1')
  expect(certificate.checkPrivateKey(createPrivateKey(key))).toBe(true)
})

test('is signed by its own key', () => {
  const certificate = new X509Certificate(
    createSelfSignedCertificate('Quillmoor', notBefore, new Date('2027-01-01T00:00:00Z')).cert
  )
  expect(certificate.verify(certificate.publicKey)).toBe(true)
  const other = new X509Certificate(
    createSelfSignedCertificate('Quillmoor', notBefore, new Date('2027-01-01T00:00:00Z')).cert
  )
  expect(certificate.verify(other.publicKey)).toBe(false)
})

test.each(['2049-12-31T23:59:59Z', '2050-01-01T00:00:00Z', '2199-06-30T01:02:03Z'])('lasts until %s', (end) => {
  expect(
    new Date(new X509Certificate(createSelfSignedCertificate('Quillmoor', notBefore, new Date(end)).cert).validTo)
  ).toEqual(new Date(end))
})

test('encodes names longer than 127 bytes and beyond ASCII', () => {
  const name = 'Ærø '.repeat(30).trim()
  const certificate = new X509Certificate(
    createSelfSignedCertificate(name, notBefore, new Date('2027-01-01T00:00:00Z')).cert
  )
  expect(certificate.toLegacyObject().subject.CN).toBe(name)
})
