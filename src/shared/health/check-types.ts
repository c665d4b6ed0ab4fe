import type { CheckType } from './check-type'

const modules = import.meta.glob<CheckType | readonly CheckType[]>('./check-types/*.ts', {
  import: 'default',
  eager: true,
})

const position = ({ position: at = Infinity }: CheckType) => at

/** All check types, in the order in which they are offered. */
export const checkTypes: readonly CheckType[] = Object.values(modules)
  .flat()
  .toSorted((a, b) => (position(a) === position(b) ? a.label.localeCompare(b.label, 'en') : position(a) - position(b)))

/**
 * Keys of a canary spec that contain checks, with the type in the `checks` table. All other keys are settings of the
 * canary.
 */
export const typeByKey: ReadonlyMap<string, string> = new Map(checkTypes.map(({ key, type = key }) => [key, type]))

const byKey = new Map(checkTypes.map((one) => [one.key, one]))

/** The type of the checks that a key of a canary spec contains; undefined for other keys. */
export const findCheckType = (key: string): CheckType | undefined => byKey.get(key)

const byType = new Map(checkTypes.map((one) => [one.type ?? one.key, one]))

/** The check type with this value of `checks.type`. */
export const findStoredCheckType = (type: string): CheckType | undefined => byType.get(type)
