import { statfs } from 'node:fs/promises'
import { isAbsolute } from 'node:path'
import { z } from 'zod'
import { formatGoDuration } from '../../../src/lib/duration'
import { ExpressionError, parseExpression } from '../../../src/lib/expression'
import { allowedFolder, filesIn } from '../../outside/folders'
import { failed, type Finding, passed } from '../outcome'
import { checker } from './checker'
import { duration, size, timeout } from './fields'

const age = duration(1000).optional()

const expression = z.string().transform((value, context) => {
  try {
    return parseExpression(value)
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error
    context.addIssue({ code: 'custom', message: error.message })
    return z.NEVER
  }
})

const spec = z.object({
  path: z
    .string()
    .trim()
    .refine((path) => isAbsolute(path), 'must be an absolute path on this machine; stores elsewhere are not read'),
  recursive: z.boolean().default(false),
  /** Which files count. */
  filter: z
    .object({
      regex: expression.optional(),
      name: z.string().optional(),
      minAge: age,
      maxAge: age,
      minSize: size.optional(),
      maxSize: size.optional(),
    })
    .default({}),
  minCount: z.int().min(0).optional(),
  maxCount: z.int().min(0).optional(),
  /** Of every file that counts: the newest is at least so old, the oldest at most. */
  minAge: age,
  maxAge: age,
  minSize: size.optional(),
  maxSize: size.optional(),
  /** Of the file system that the folder is on. */
  availableSize: size.optional(),
  totalSize: size.optional(),
  timeout,
})
type Spec = z.infer<typeof spec>

type File = { name: string; ageMs: number; sizeBytes: number }
type Space = { availableBytes: number; totalBytes: number }

/** More entries than this mean a mistake, such as `/` with `recursive`. */
const MOST_ENTRIES = 100_000

/** Looks at the files in a folder of this machine. */
export const folder = checker<Spec>({
  parse: (value) => spec.parse(value),
  timeoutMs: (wanted) => wanted.timeout,
  run: async (wanted, signal, { now }) => {
    const files: File[] = []
    const counts = matching(wanted.filter)
    const nowMs = now().getTime()
    // One by one, so that other work goes between, and the time-out ends it.
    const found = filesIn(wanted.path, { isRecursive: wanted.recursive, mostEntries: MOST_ENTRIES, signal })
    for await (const { path, modifiedMs, sizeBytes } of found) {
      const file = { name: path, ageMs: nowMs - modifiedMs, sizeBytes }
      if (counts(file)) files.push(file)
    }
    const { bavail, bsize, blocks } = await statfs(await allowedFolder(wanted.path))
    return judge(wanted, files, { availableBytes: bavail * bsize, totalBytes: blocks * bsize })
  },
})

/** What the files that count mean. Pure. */
function judge(wanted: Spec, files: readonly File[], { availableBytes, totalBytes }: Space): Finding {
  const byAge = files.toSorted((a, b) => a.ageMs - b.ageMs)
  const bySize = files.toSorted((a, b) => a.sizeBytes - b.sizeBytes)
  const [newest, oldest, smallest, largest] = [byAge[0], byAge.at(-1), bySize[0], bySize.at(-1)]
  const details = {
    count: files.length,
    totalBytes: files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
    ...(newest ? { newest: newest.name, newestAge: formatGoDuration(Math.round(newest.ageMs)) } : {}),
    availableBytes,
  }
  const { minCount, maxCount, minAge, maxAge, minSize, maxSize, availableSize, totalSize } = wanted
  const problem = [
    below('files', files.length, minCount),
    above('files', files.length, maxCount),
    newest && isBelow(newest.ageMs, minAge) && `${newest.name} is newer than ${formatGoDuration(minAge ?? 0)}`,
    oldest && isAbove(oldest.ageMs, maxAge) && `${oldest.name} is older than ${formatGoDuration(maxAge ?? 0)}`,
    smallest && below(`bytes in ${smallest.name}`, smallest.sizeBytes, minSize),
    largest && above(`bytes in ${largest.name}`, largest.sizeBytes, maxSize),
    below('bytes available', availableBytes, availableSize),
    below('bytes of capacity', totalBytes, totalSize),
  ].find((found) => typeof found === 'string')
  return problem
    ? failed(problem, details)
    : passed(`${files.length} ${files.length === 1 ? 'file' : 'files'}`, details)
}

const isBelow = (value: number, least: number | undefined) => least !== undefined && value < least
const isAbove = (value: number, most: number | undefined) => most !== undefined && value > most
const below = (what: string, value: number, least: number | undefined) =>
  isBelow(value, least) && `${value} ${what}, expected at least ${least}`
const above = (what: string, value: number, most: number | undefined) =>
  isAbove(value, most) && `${value} ${what}, expected at most ${most}`

function matching({ regex, name, minAge = 0, maxAge = Infinity, minSize = 0, maxSize = Infinity }: Spec['filter']) {
  // A time in the future (clocks differ) counts as age 0.
  return (file: File) =>
    (!regex || regex.isIn(file.name)) &&
    (name === undefined || file.name.split('/').at(-1) === name) &&
    Math.max(0, file.ageMs) >= minAge &&
    file.ageMs <= maxAge &&
    file.sizeBytes >= minSize &&
    file.sizeBytes <= maxSize
}
