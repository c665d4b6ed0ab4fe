import { typeByKey } from '../../../src/shared/health/check-types'
import type { Checker } from './checker'

const modules = import.meta.glob<Checker>('./*.checker.ts', { import: 'default', eager: true })

/**
 * The checkers of the embedded backend, by `checks.type`: `<key of the type>.checker.ts`. A check of any other type is
 * stored and shown, but not run.
 */
export const checkers: ReadonlyMap<string, Checker> = new Map(
  Object.entries(modules).map(([file, checker]) => {
    const key = file.slice('./'.length, -'.checker.ts'.length)
    return [typeByKey.get(key) ?? key, checker]
  })
)
