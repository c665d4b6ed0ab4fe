import type { ReactNode } from 'react'
import { Banner } from '@/ui/notice'

/** Says in one sentence for each part what could not be loaded; undefined if nothing is missing. */
export const describeMissing = (missing: readonly string[] = [], of = 'data'): string | undefined =>
  missing.length === 0 ? undefined : `Some ${of} could not be loaded. ${missing.join(' ')}`

type Props = { missing: readonly string[] | undefined; of?: string; actions?: ReactNode }

/** A notice about the missing parts of a result; nothing if there are none. */
export function MissingParts({ missing, of, actions }: Props) {
  const text = describeMissing(missing, of)
  return text === undefined ? null : <Banner actions={actions}>{text}</Banner>
}
