import { constants } from 'node:fs'
import { open, readdir } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { z } from 'zod'
import { readGlob } from '../../platform/outside/glob'
import type { ScriptResult } from '../../platform/outside/run-script'
import { redactCutSecret, redactSecrets } from '../../platform/outside/redaction'

/** The artifacts that an action declares: files of its folder, by paths with wildcards, or its output. */
export const artifactSpecsSchema = z.array(z.object({ path: z.string().trim().min(1) })).max(100)

/** Limits per action. */
const MOST_FILES = 100
const MOST_FOLDERS = 1000
export const MAX_ARTIFACT_BYTES = 50 * 1024 * 1024
const MOST_BYTES = 100 * 1024 * 1024

type CollectedArtifact = { filename: string; bytes: Buffer }

const outputs = { '/dev/stdout': 'stdout', '/dev/stderr': 'stderr' } as const

/**
 * Returns the artifacts from a program's folder, without the secrets of its action.
 * @throws for a path outside the folder, a missing file, or too much data; the message is for users.
 */
export async function collectArtifacts(
  paths: readonly string[],
  folder: string,
  { whole }: Pick<ScriptResult, 'whole'>
): Promise<CollectedArtifact[]> {
  const found: CollectedArtifact[] = []
  let bytes = 0
  const add = (filename: string, read: Buffer, isCut = false) => {
    if (found.length === MOST_FILES) throw new Error(`An action can have at most ${MOST_FILES} artifacts.`)
    if (read.length > MAX_ARTIFACT_BYTES) throw new Error(`The artifact ${filename} is larger than 50 MB.`)
    bytes += read.length
    if (bytes > MOST_BYTES) throw new Error('The artifacts of the action are larger than 100 MB.')
    found.push({ filename: redactSecrets(filename), bytes: redactBytes(read, isCut ? redactCutSecret : redactSecrets) })
  }
  for (const path of new Set(paths)) {
    if (Object.hasOwn(outputs, path)) {
      const stream = outputs[path as keyof typeof outputs]
      const printed = whole?.[stream] ?? Buffer.alloc(0)
      if (printed.length > 0) add(`${stream}.log`, printed, printed.length === MAX_ARTIFACT_BYTES)
      continue
    }
    if (path.startsWith('/') || path.split('/').includes('..'))
      throw new Error(`The artifact ${path} is outside the folder in which the action runs.`)
    const files = await filesFor(path, folder)
    if (files.length === 0) throw new Error(`The action did not create the file ${path}.`)
    for (const file of files) add(relative(folder, file), await readFile(file))
  }
  return found
}

async function filesFor(path: string, folder: string): Promise<string[]> {
  const glob = readGlob(`/${path}`)
  if (!glob) return (await filesIn(folder)).filter((file) => file === join(folder, path))
  const below = join(folder, glob.folder)
  return (await filesIn(folder)).filter(
    (file) => file.startsWith(`${below.replace(/\/$/, '')}/`) && glob.pattern.isAll(relative(below, file))
  )
}

/** Regular files below a folder, in order. Links are not followed: they may point anywhere. */
async function filesIn(folder: string): Promise<string[]> {
  const files: string[] = []
  const folders = [folder]
  for (let count = 0; folders.length > 0; count++) {
    if (count === MOST_FOLDERS) throw new Error(`The action created more than ${MOST_FOLDERS} folders.`)
    const next = folders.shift() ?? folder
    for (const entry of await readdir(next, { withFileTypes: true })) {
      if (entry.isDirectory()) folders.push(join(next, entry.name))
      if (entry.isFile()) files.push(join(next, entry.name))
    }
  }
  return files.toSorted()
}

/** Reads at most one byte more than the limit. */
async function readFile(path: string): Promise<Buffer> {
  const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW)
  try {
    const { size } = await file.stat()
    const bytes = Buffer.alloc(Math.min(size, MAX_ARTIFACT_BYTES + 1))
    const { bytesRead } = await file.read(bytes, 0, bytes.length, 0)
    return bytes.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

/** Text is redacted as text, other bytes byte by byte. */
function redactBytes(bytes: Buffer, clean: (text: string) => string): Buffer {
  const text = bytes.toString('utf8')
  const encoding = Buffer.from(text, 'utf8').equals(bytes) ? 'utf8' : 'latin1'
  return Buffer.from(clean(encoding === 'utf8' ? text : bytes.toString('latin1')), encoding)
}
