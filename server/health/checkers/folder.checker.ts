import { statfs } from 'node:fs/promises'
import { basename, isAbsolute } from 'node:path'
import { z } from 'zod'
import { parseDatemath } from '@/shared/datemath'
import { formatGoDuration } from '@/shared/duration'
import { ExpressionError, parseExpression } from '@/shared/expression'
import { allowedFolder, listFiles, type FoundFile } from '../../platform/outside/folders'
import { GlobError, readGlob } from '../../platform/outside/glob'
import { traceStep } from '../../platform/outside/redaction'
import { type CheckFinding, evaluateRules, createRule } from '../outcome'
import { defineChecker } from './checker'
import { durationField, sizeField, timeoutField } from './fields'

const age = durationField(1000).optional()

/** Text parsed by `read`, whose error message becomes the issue. */
const readBy = <Value>(read: (text: string) => Value) =>
  z.string().transform((value, context) => {
    try {
      return read(value)
    } catch (error) {
      if (!(error instanceof ExpressionError || error instanceof GlobError)) throw error
      context.addIssue({ code: 'custom', message: error.message })
      return z.NEVER
    }
  })

const isMoment = (text: string) => parseDatemath(text, new Date(0)) !== undefined

const spec = z.object({
  path: z
    .string()
    .trim()
    .refine((path) => isAbsolute(path), 'must be an absolute path on this machine')
    .pipe(readBy((path) => ({ path, glob: readGlob(path) }))),
  recursive: z.boolean().default(false),
  /** Which files are counted. */
  filter: z
    .object({
      /** Matches the name of a file, without its folders. */
      regex: readBy(parseExpression).optional(),
      name: z.string().optional(),
      /** Modified after this moment: a timestamp, or arithmetic on now (`now-60d`). */
      since: z.string().trim().refine(isMoment, 'is neither a timestamp nor an offset such as now-60d').optional(),
      minAge: age,
      maxAge: age,
      minSize: sizeField.optional(),
      maxSize: sizeField.optional(),
    })
    .default({}),
  minCount: z.int().min(0).optional(),
  maxCount: z.int().min(0).optional(),
  /** Age limits for every counted file: the newest must be at least `minAge` old, the oldest at most `maxAge`. */
  minAge: age,
  maxAge: age,
  minSize: sizeField.optional(),
  maxSize: sizeField.optional(),
  /** Limits for the file system that contains the folder. */
  availableSize: sizeField.optional(),
  totalSize: sizeField.optional(),
  timeout: timeoutField,
})
type Spec = z.infer<typeof spec>

type File = FoundFile & { ageMs: number }
type Space = { availableBytes: number; totalBytes: number }

/** More entries than this indicate a mistake, such as `/` with `recursive`. */
const MOST_ENTRIES = 100_000

/** Checks the files in a folder of this machine. */
export default defineChecker<Spec>({
  parse: (value) => spec.parse(value),
  timeoutMs: (config) => config.timeout,
  run: async (config, signal, { now }) => {
    const {
      path: { path, glob },
      recursive,
      filter,
    } = config
    const folderPath = glob?.folder ?? path
    const depth = glob?.depth ?? (recursive ? Infinity : 1)
    const counts = matching(filter, now())
    const counted = async () => {
      const files: File[] = []
      // One file at a time, so that other work can run in between and the time-out can stop the scan.
      for await (const found of listFiles(folderPath, { depth, mostEntries: MOST_ENTRIES, signal }))
        if (!glob || glob.pattern.isAll(found.path)) {
          const file = { ...found, ageMs: now().getTime() - found.modifiedMs }
          if (counts(file)) files.push(file)
        }
      return files
    }
    const real = await allowedFolder(folderPath).catch((error: unknown) => {
      if (isMissing(error) && isCounting(config)) return undefined
      throw error
    })
    if (real === undefined) return evaluateFiles(config, [], undefined)
    const files = await traceStep(counted, {
      asked: () => `List the files of ${path}`,
      answered: (found) => found.map((file) => `${file.path}, ${file.sizeBytes} bytes`).join('\n') || 'No files',
    })
    const { bavail, bsize, blocks } = await statfs(real)
    return evaluateFiles(config, files, { availableBytes: bavail * bsize, totalBytes: blocks * bsize })
  },
})

const isMissing = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ENOENT'

/** A missing folder counts as empty for a check that limits the number of files. */
const isCounting = ({ minCount, maxCount }: Spec) => minCount !== undefined || maxCount !== undefined

/** Evaluates the counted files. Pure. */
function evaluateFiles(config: Spec, files: readonly File[], space: Space | undefined): CheckFinding {
  const byAge = files.toSorted((a, b) => a.ageMs - b.ageMs)
  const bySize = files.toSorted((a, b) => a.sizeBytes - b.sizeBytes)
  const [newest, oldest, smallest, largest] = [byAge[0], byAge.at(-1), bySize[0], bySize.at(-1)]
  const details = {
    count: files.length,
    totalBytes: files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
    ...(newest ? { newest: newest.path, newestAge: formatGoDuration(Math.round(newest.ageMs)) } : {}),
    ...(space && { availableBytes: space.availableBytes }),
  }
  const { minCount, maxCount, minAge, maxAge, minSize, maxSize, availableSize, totalSize } = config
  const { length: count } = files
  const rules = [
    least('minCount', 'files', count, minCount),
    most('maxCount', 'files', count, maxCount),
    newest && older('minAge', newest, minAge),
    oldest && younger('maxAge', oldest, maxAge),
    smallest && least('minSize', `bytes in ${smallest.path}`, smallest.sizeBytes, minSize),
    largest && most('maxSize', `bytes in ${largest.path}`, largest.sizeBytes, maxSize),
    least('availableSize', 'bytes available', space?.availableBytes ?? 0, availableSize),
    least('totalSize', 'bytes of capacity', space?.totalBytes ?? 0, totalSize),
  ].filter((one) => one !== undefined)
  return evaluateRules(rules, `${count} ${count === 1 ? 'file' : 'files'}`, details)
}

/** A rule about a number; undefined when the check sets no limit. */
const least = (member: string, what: string, value: number, bound: number | undefined) =>
  bound === undefined
    ? undefined
    : createRule(member, value < bound ? `${value} ${what}, expected at least ${bound}` : undefined, `${value} ${what}`)
const most = (member: string, what: string, value: number, bound: number | undefined) =>
  bound === undefined
    ? undefined
    : createRule(member, value > bound ? `${value} ${what}, expected at most ${bound}` : undefined, `${value} ${what}`)

const agedOf = ({ path, ageMs }: File) => `${path} is ${formatGoDuration(Math.round(ageMs))} old`
const older = (member: string, file: File, bound: number | undefined) =>
  bound === undefined
    ? undefined
    : createRule(
        member,
        file.ageMs < bound ? `${file.path} is newer than ${formatGoDuration(bound)}` : undefined,
        agedOf(file)
      )
const younger = (member: string, file: File, bound: number | undefined) =>
  bound === undefined
    ? undefined
    : createRule(
        member,
        file.ageMs > bound ? `${file.path} is older than ${formatGoDuration(bound)}` : undefined,
        agedOf(file)
      )

function matching(filter: Spec['filter'], now: Date) {
  const { regex, name, minAge = 0, maxAge = Infinity, minSize = 0, maxSize = Infinity } = filter
  // One second later, as in the protocol: `since` set to the time of the newest known file must not count that file as
  // new.
  const sinceMs = filter.since === undefined ? -Infinity : (parseDatemath(filter.since, now)?.getTime() ?? NaN) + 1000
  // A modification time in the future (clocks differ) counts as age 0.
  return (file: File) =>
    (!regex || regex.isIn(basename(file.path))) &&
    (name === undefined || basename(file.path) === name) &&
    file.modifiedMs >= sinceMs &&
    Math.max(0, file.ageMs) >= minAge &&
    file.ageMs <= maxAge &&
    file.sizeBytes >= minSize &&
    file.sizeBytes <= maxSize
}
