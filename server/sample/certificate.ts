import { generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'

/** The options for `node:https`: a private key and its certificate, both PEM. */
export type KeyAndCertificate = { key: string; cert: string }

/**
 * Creates a self-signed certificate for `localhost` and 127.0.0.1. Node reads certificates but does not create them,
 * so the few required DER structures of RFC 5280 are written here.
 * @param name the common name of both subject and issuer.
 */
export function createSelfSignedCertificate(name: string, notBefore: Date, notAfter: Date): KeyAndCertificate {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const toBeSigned = certificateBody(name, notBefore, notAfter, publicKey)
  const signature = sign('sha256', toBeSigned, privateKey)
  const certificate = sequence(toBeSigned, ecdsaWithSha256, bitString(signature))
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${lines(certificate.toString('base64'))}\n-----END CERTIFICATE-----\n`,
  }
}

function certificateBody(name: string, notBefore: Date, notAfter: Date, publicKey: KeyObject): Buffer {
  const distinguishedName = sequence(der(0x31, sequence(oid(2, 5, 4, 3), der(0x0c, Buffer.from(name)))))
  return sequence(
    der(0xa0, integer(Buffer.from([2]))), // version 3, the first with extensions
    integer(randomBytes(8)),
    ecdsaWithSha256,
    distinguishedName,
    sequence(time(notBefore), time(notAfter)),
    distinguishedName,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(alternativeNames))
  )
}

/** Encodes a tag, the length of the content, and the content. */
function der(tag: number, ...contents: readonly Buffer[]): Buffer {
  const content = Buffer.concat(contents)
  if (content.length < 0x80) return Buffer.concat([Buffer.from([tag, content.length]), content])
  return Buffer.concat([Buffer.from([tag, 0x82, content.length >> 8, content.length & 0xff]), content])
}

const sequence = (...contents: readonly Buffer[]) => der(0x30, ...contents)

/** The content begins with the number of unused bits in the last byte: none. */
const bitString = (content: Buffer) => der(0x03, Buffer.from([0]), content)

/** Integers are signed and as short as possible: a leading 0x01 keeps a random one positive and complete. */
const integer = (bytes: Buffer) => der(0x02, bytes.length > 1 ? Buffer.from([1]) : Buffer.alloc(0), bytes)

/** Two digits for the year until 2049, four from then on (RFC 5280, 4.1.2.5). */
function time(date: Date): Buffer {
  const digits = date.toISOString().replaceAll(/[-:T]|\.\d+/g, '')
  return date.getUTCFullYear() < 2050 ? der(0x17, Buffer.from(digits.slice(2))) : der(0x18, Buffer.from(digits))
}

/** The first two numbers share a byte; the others are written in base 128, high bit set on all but the last digit. */
function oid(first: number, second: number, ...others: readonly number[]): Buffer {
  return der(0x06, Buffer.from([first * 40 + second, ...others.flatMap(base128)]))
}

function base128(number: number): number[] {
  const digits = [number & 0x7f]
  for (let rest = number >> 7; rest > 0; rest >>= 7) digits.unshift(0x80 | (rest & 0x7f))
  return digits
}

const ecdsaWithSha256 = sequence(oid(1, 2, 840, 10045, 4, 3, 2))

const alternativeNames = sequence(
  oid(2, 5, 29, 17),
  der(0x04, sequence(der(0x82, Buffer.from('localhost')), der(0x87, Buffer.from([127, 0, 0, 1]))))
)

const lines = (base64: string) => base64.replaceAll(/.{64}(?=.)/g, '$&\n')
