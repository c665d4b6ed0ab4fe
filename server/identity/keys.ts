import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { link, readFile, unlink, writeFile } from 'node:fs/promises'
import { z } from 'zod'
import { tryParseJson } from '../platform/documents/try-parse-json'

const key = z.object({ version: z.int().min(1), hmac: z.base64(), encryption: z.base64() })
const keyFile = z.object({ keys: z.array(key).min(1) })

/** The server keys. New values use the newest key; all known keys can check and open. */
export type ServerKeys = {
  /** The version of the newest key. */
  readonly newest: string
  has(version: string): boolean
  /** @returns `version.hex`. The purpose makes a value invalid for any other use. */
  mac(purpose: string, text: string): string
  /** Whether `mac` belongs to this text under any known key. Compares in constant time. */
  checkMac(purpose: string, text: string, mac: string): boolean
  /** Encrypts (AES-256-GCM) and binds the text to `belongsTo`: it cannot be opened with another one. */
  seal(text: string, belongsTo: string): string
  /** @throws when the text was changed, belongs to something else, or its key is missing. */
  open(sealed: string, belongsTo: string): string
}

/** Why a key file is unusable, and what to do. The message is for the operator. */
export class KeyFileError extends Error {
  override readonly name = 'KeyFileError'
}

/**
 * Loads the keys from a file that only its owner may read; created if missing. A new key is added at the front of the
 * list with the next version; old keys remain while values created with them are in use.
 * @throws {KeyFileError} for a file without keys. It is left unchanged, because data encrypted with its keys would be
 * lost for good.
 */
export async function loadKeys(path: string): Promise<ServerKeys> {
  const known = await readKeys(path)
  if (known) return createKeys(known)
  const first = { version: 1, hmac: randomBytes(32).toString('base64'), encryption: randomBytes(32).toString('base64') }
  // Written to a temporary file and linked into place: the file is never partial and never replaces the keys of a
  // parallel start.
  const draft = `${path}.${process.pid}`
  await writeFile(draft, JSON.stringify({ keys: [first] }, undefined, 2), { mode: 0o600 })
  try {
    await link(draft, path)
  } finally {
    await unlink(draft)
  }
  return createKeys([first])
}

async function readKeys(path: string): Promise<KeyList | undefined> {
  let text: string
  try {
    text = await readFile(path, 'utf8')
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    if (code === 'ENOENT') return undefined
    throw new KeyFileError(`The key file ${path} cannot be read (${code}): give the user of the console access to it.`)
  }
  const keys = parseList(text)
  if (!keys)
    throw new KeyFileError(
      `The key file ${path} contains no keys of this console: restore it from a backup. Without one, the encrypted data in the database is lost; see docs/security.md (Keys).`
    )
  return keys
}

/** Parses keys in the format of the key file. @returns undefined when the text is not valid. */
export function parseKeys(text: string): ServerKeys | undefined {
  const list = parseList(text)
  return list && createKeys(list)
}

type KeyList = readonly z.infer<typeof key>[]

function parseList(text: string): KeyList | undefined {
  const { data: { keys } = {} } = keyFile.safeParse(tryParseJson(text))
  const isWhole = keys?.every((one) => [one.hmac, one.encryption].every(has32Bytes))
  // With two keys of one version, the key of a value would be ambiguous.
  return isWhole && new Set(keys?.map(({ version }) => version)).size === keys?.length ? keys : undefined
}

const has32Bytes = (base64: string) => Buffer.from(base64, 'base64').length === 32

export function createKeys(list: readonly z.infer<typeof key>[]): ServerKeys {
  const byVersion = new Map(
    list.map(({ version, hmac, encryption }) => [
      String(version),
      { hmac: Buffer.from(hmac, 'base64'), encryption: Buffer.from(encryption, 'base64') },
    ])
  )
  for (const { hmac, encryption } of byVersion.values()) {
    if (hmac.length !== 32 || encryption.length !== 32) throw new Error('Server keys must have 32 bytes')
  }
  const newest = String(Math.max(...list.map(({ version }) => version)))
  const keyOf = (version: string) => {
    const found = byVersion.get(version)
    if (!found) throw new Error('The key that this value was created with is missing')
    return found
  }
  const macWith = (version: string, purpose: string, text: string) =>
    // Prefixed with its length, so that no two pairs of purpose and text give the same input.
    createHmac('sha256', keyOf(version).hmac).update(`${purpose.length}:${purpose}${text}`).digest('hex')

  return {
    newest,
    has: (version) => byVersion.has(version),
    mac: (purpose, text) => `${newest}.${macWith(newest, purpose, text)}`,
    checkMac(purpose, text, mac) {
      const [version = '', given = ''] = mac.split('.')
      return byVersion.has(version) && isEqualInConstantTime(macWith(version, purpose, text), given)
    },
    seal(text, belongsTo) {
      const nonce = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', keyOf(newest).encryption, nonce).setAAD(Buffer.from(belongsTo))
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return [newest, ...[nonce, body, cipher.getAuthTag()].map((part) => part.toString('base64url'))].join('.')
    },
    open(sealed, belongsTo) {
      const [version = '', ...parts] = sealed.split('.')
      const [nonce, body, tag] = parts.map((part) => Buffer.from(part, 'base64url'))
      if (!nonce || !body || tag?.length !== 16) throw new Error('This value is not a sealed text')
      const decipher = createDecipheriv('aes-256-gcm', keyOf(version).encryption, nonce)
      decipher.setAAD(Buffer.from(belongsTo)).setAuthTag(tag)
      return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8')
    },
  }
}

/** Compares in constant time: digests have equal length for any input. */
export const isEqualInConstantTime = (a: string, b: string): boolean =>
  timingSafeEqual(createHash('sha256').update(a).digest(), createHash('sha256').update(b).digest())

export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
