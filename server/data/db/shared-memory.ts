import type { Extension } from '@electric-sql/pglite'

/** The limits that PGlite gives its memory, in pages of 64 kB. */
const PAGES = { initial: 2048, maximum: 32_768 }

const MAGIC_AND_VERSION = 8
const IMPORT_SECTION = 2
const [FUNCTION, TABLE, MEMORY, GLOBAL, TAG] = [0, 1, 2, 3, 4]
/** The flags of the limits of a memory: bit 0 states a maximum, bit 1 shares it. */
const WITH_MAXIMUM = 1
const SHARED_WITH_MAXIMUM = 3

/**
 * Lets a WebAssembly module import a memory that threads share: its code is the same, only the declared kind of memory
 * differs. A module that imports no memory is returned unchanged.
 */
export function importSharedMemory(module: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  let at = MAGIC_AND_VERSION
  const readByte = () => module[at++] ?? 0
  const readNumber = () => {
    let value = 0
    for (let shift = 0; ; shift += 7) {
      const byte = readByte()
      value += (byte & 127) * 2 ** shift
      if (byte < 128) return value
    }
  }
  const skipLimits = () => {
    const flags = readByte()
    readNumber()
    if (flags & WITH_MAXIMUM) readNumber()
  }
  const skipName = () => {
    const length = readNumber()
    at += length
  }
  while (at < module.length) {
    const sectionAt = at
    const id = readByte()
    const size = readNumber()
    const [bodyAt, end] = [at, at + size]
    if (id !== IMPORT_SECTION) {
      at = end
      continue
    }
    for (let left = readNumber(); left > 0; left--) {
      skipName()
      skipName()
      const kind = readByte()
      if (kind === FUNCTION) readNumber()
      else if (kind === GLOBAL) at += 2
      else if (kind === TAG) {
        readByte()
        readNumber()
      } else if (kind === TABLE) {
        readByte()
        skipLimits()
      } else if (kind === MEMORY) {
        const limitsAt = at
        readByte()
        const least = readNumber()
        at = limitsAt
        skipLimits()
        const limits = [SHARED_WITH_MAXIMUM, ...numberBytes(least), ...numberBytes(PAGES.maximum)]
        return Buffer.concat([
          module.subarray(0, sectionAt),
          Uint8Array.from([IMPORT_SECTION, ...numberBytes(size - (at - limitsAt) + limits.length)]),
          module.subarray(bodyAt, limitsAt),
          Uint8Array.from(limits),
          module.subarray(at),
        ])
      } else throw new Error(`the module imports something of the unknown kind ${kind}`)
    }
    return module
  }
  return module
}

/** Seven bits per byte, the lowest first; all but the last have the highest bit set. */
function numberBytes(value: number): number[] {
  return value < 128 ? [value] : [128 + (value % 128), ...numberBytes(Math.floor(value / 128))]
}

/**
 * Lets the Postgres of this thread use a memory that other threads can write, so that they can cancel its statements.
 * PGlite has no option for that: it compiles Postgres and its libraries itself, for a memory of one thread. Only for a
 * thread that runs nothing but the database.
 */
export function shareMemory(): { memory: WebAssembly.Memory; extension: Extension } {
  const memory = new WebAssembly.Memory({ ...PAGES, shared: true })
  const { Module, instantiate } = WebAssembly
  Object.assign(WebAssembly, {
    // Libraries, such as that of PL/pgSQL, are compiled when a statement first needs them.
    Module: new Proxy(Module, { construct: (_target, [source]: [Source]) => new Module(adapted(source)) }),
    instantiate: (source: Source | WebAssembly.Module, imports: WebAssembly.Imports) =>
      source instanceof Module ? instantiate(source, imports) : instantiate(adapted(source), imports),
  })
  return {
    memory,
    extension: {
      name: 'shared memory',
      setup: async (_database, options: object) => ({ emscriptenOpts: { ...options, wasmMemory: memory } }),
    },
  }
}

type Source = ArrayBuffer | ArrayBufferView<ArrayBuffer>

const adapted = (source: Source) =>
  importSharedMemory(
    source instanceof ArrayBuffer
      ? new Uint8Array(source)
      : new Uint8Array(source.buffer, source.byteOffset, source.byteLength)
  )

/** The addresses of the variables that Postgres reads at every point where a statement may end. */
export type InterruptAddresses = { interruptPending: number; cancelPending: number }

/**
 * Cancels the running statement of Postgres, from any thread. Postgres ends it with 57014 within a few milliseconds, as
 * after a cancel request of a client.
 */
export const createInterrupt = (memory: ArrayBufferLike, { interruptPending, cancelPending }: InterruptAddresses) => {
  // The buffer stays valid when the memory grows.
  const words = new Int32Array(memory, 0, Math.max(interruptPending, cancelPending) / 4 + 1)
  return {
    cancel: () => {
      // The reason first: Postgres looks for it when the other is set.
      Atomics.store(words, cancelPending / 4, 1)
      Atomics.store(words, interruptPending / 4, 1)
    },
    /** Forgets a cancellation that came after the end of its statement. */
    forget: () => void Atomics.store(words, cancelPending / 4, 0),
  }
}
