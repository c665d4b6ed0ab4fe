import { expect, test } from 'vitest'
import { createInterrupt, importSharedMemory } from './shared-memory'

const section = (id: number, ...body: number[]) => [id, body.length, ...body]
const name = (text: string) => [text.length, ...Buffer.from(text)]
const header = [0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]
const [i32, functionKind, tableKind, memoryKind, globalKind] = [0x7f, 0, 1, 2, 3]
const NO_MAXIMUM = 0

/**
 * A module with a function `load` that returns the first word of its memory.
 * @param before the index of the function, after imported ones.
 */
const moduleOf = ({
  imports = [],
  memory = [],
  before = 0,
}: Partial<Record<'imports' | 'memory', number[]>> & { before?: number }) =>
  Uint8Array.from([
    ...header,
    ...section(1, 1, 0x60, 0, 1, i32),
    ...imports,
    ...section(3, 1, 0),
    ...memory,
    ...section(7, 1, ...name('load'), 0, before),
    ...section(10, 1, 7, 0, 0x41, 0, 0x28, 2, 0, 0x0b),
  ])

const imported = [...name('env'), ...name('memory'), memoryKind, NO_MAXIMUM, 1]
const shared = () => new WebAssembly.Memory({ initial: 1, maximum: 32_768, shared: true })

async function load(module: Uint8Array<ArrayBuffer>, imports: WebAssembly.ModuleImports) {
  const { instance } = await WebAssembly.instantiate(importSharedMemory(module), { env: imports })
  return (instance.exports['load'] as () => number)()
}

test('a module that imports a memory works on one that other threads write', async () => {
  const memory = shared()
  new Int32Array(memory.buffer)[0] = 7
  expect(await load(moduleOf({ imports: section(2, 1, ...imported) }), { memory })).toBe(7)
})

test('other imports of the module are the same as before', async () => {
  const memory = shared()
  new Int32Array(memory.buffer)[0] = 8
  const imports = [
    [...name('env'), ...name('table'), tableKind, 0x70, 1, 1, 0x80, 1],
    [...name('env'), ...name('work'), functionKind, 0],
    [...name('env'), ...name('base'), globalKind, i32, 0],
    imported,
  ].flat()
  const table = new WebAssembly.Table({ element: 'anyfunc', initial: 1, maximum: 128 })
  expect(
    await load(moduleOf({ imports: section(2, 4, ...imports), before: 1 }), {
      memory,
      table,
      work: Math.random,
      base: 1,
    })
  ).toBe(8)
})

test('a module with a memory of its own is unchanged', () => {
  const module = moduleOf({ memory: section(5, 1, NO_MAXIMUM, 1) })
  expect(importSharedMemory(module)).toBe(module)
})

test('a cancellation is seen by the thread that uses the memory, until it is forgotten', () => {
  const { buffer } = shared()
  const addresses = { interruptPending: 16, cancelPending: 32 }
  const flags = () => [new Int32Array(buffer)[4], new Int32Array(buffer)[8]]
  const { cancel } = createInterrupt(buffer, addresses)
  const { forget } = createInterrupt(buffer, addresses)
  cancel()
  expect(flags()).toEqual([1, 1])
  forget()
  expect(flags()[1]).toBe(0)
})
