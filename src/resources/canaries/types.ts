import { isRecord } from '@/shared/document/value'
import { capital } from '@/shared/format'
import { findCheckType } from '@/shared/health/check-types'

export const CUSTOM_CHECK = 'custom'

/** Keys of the check types in a spec, in the order of the spec. Other keys, such as the schedule, are ignored. */
export const checkTypesIn = (spec: unknown): string[] =>
  isRecord(spec) ? Object.keys(spec).filter((key) => findCheckType(key) !== undefined) : []

/** For example `HTTP` or `Kubernetes resource`. */
export const checkTypeLabel = (key: string): string => findCheckType(key)?.label ?? capital(key)
