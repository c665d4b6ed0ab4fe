import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'

// A software security key with the browser's part of WebAuthn, as far as tests need it.

/** CBOR (RFC 8949) for the types in an attestation: integers, texts, bytes and maps. */
type Cbor = number | string | Buffer | Map<number | string, Cbor>

function head(type: number, value: number): Buffer {
  if (value < 24) return Buffer.from([(type << 5) | value])
  if (value < 256) return Buffer.from([(type << 5) | 24, value])
  return Buffer.from([(type << 5) | 25, value >> 8, value & 255])
}

function cbor(value: Cbor): Buffer {
  if (typeof value === 'number') return value >= 0 ? head(0, value) : head(1, -1 - value)
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value])
  return Buffer.concat([head(5, value.size), ...[...value].flatMap(([key, one]) => [cbor(key), cbor(one)])])
}

const sha256 = (data: Buffer | string) => createHash('sha256').update(data).digest()
const base64url = (data: Buffer | string) => Buffer.from(data).toString('base64url')

/** The WebAuthn options of a flow, as far as they matter here. */
export type KeyOptions = { challenge: string; rp?: { id: string }; rpId?: string }

/** Values that an attacker would change. */
export type KeyForgery = { origin?: string; rpId?: string; challenge?: string; flags?: number }

const PRESENT = 0x01
const HAS_KEY = 0x40

/** A security key with one credential. It counts its signatures. */
export class Authenticator {
  /** Credential id in base64url. */
  readonly id: string
  counter = 0
  private readonly privateKey: KeyObject
  private readonly publicKey: KeyObject

  constructor(
    private readonly origin: string,
    id: Buffer = randomBytes(32)
  ) {
    this.id = base64url(id)
    const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    this.privateKey = pair.privateKey
    this.publicKey = pair.publicKey
  }

  /** Performs `navigator.credentials.create`; returns the response as text. */
  create(asked: KeyOptions, cheat: KeyForgery = {}): string {
    const id = Buffer.from(this.id, 'base64url')
    const length = Buffer.from([id.length >> 8, id.length & 255])
    const attested = Buffer.concat([Buffer.alloc(16), length, id, this.cosePublicKey()])
    const data = Buffer.concat([this.header(asked, cheat, PRESENT | HAS_KEY), attested])
    const attestation = cbor(
      new Map<string, Cbor>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', data],
      ])
    )
    return this.answer('webauthn.create', asked, cheat, {
      attestationObject: base64url(attestation),
      transports: ['usb'],
    })
  }

  /** Performs `navigator.credentials.get`; returns the response as text. */
  get(asked: KeyOptions, cheat: KeyForgery = {}): string {
    this.counter += 1
    const data = this.header(asked, cheat, PRESENT)
    const client = this.clientData('webauthn.get', asked, cheat)
    const signature = sign('sha256', Buffer.concat([data, sha256(client)]), this.privateKey)
    return this.answer('webauthn.get', asked, cheat, {
      authenticatorData: base64url(data),
      signature: base64url(signature),
    })
  }

  private answer(type: string, asked: KeyOptions, cheat: KeyForgery, response: object): string {
    const clientDataJSON = base64url(this.clientData(type, asked, cheat))
    return JSON.stringify({
      id: this.id,
      rawId: this.id,
      type: 'public-key',
      clientExtensionResults: {},
      response: { clientDataJSON, ...response },
    })
  }

  private clientData(
    type: string,
    asked: KeyOptions,
    { origin = this.origin, challenge = asked.challenge }: KeyForgery
  ): string {
    return JSON.stringify({ type, challenge, origin, crossOrigin: false })
  }

  private header({ rp, rpId }: KeyOptions, cheat: KeyForgery, flags: number): Buffer {
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(this.counter)
    return Buffer.concat([sha256(cheat.rpId ?? rp?.id ?? rpId ?? ''), Buffer.from([cheat.flags ?? flags]), counter])
  }

  /** COSE (RFC 9053): a point on P-256, for ES256. */
  private cosePublicKey(): Buffer {
    const { x = '', y = '' } = this.publicKey.export({ format: 'jwk' })
    return cbor(
      new Map<number, Cbor>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Buffer.from(x, 'base64url')],
        [-3, Buffer.from(y, 'base64url')],
      ])
    )
  }
}
