import type { ConfigRow } from '@/api/catalog/catalog'
import { configItemName } from '@/lib/catalog/config-name'

/** A config item as a command target. */
export const toConfigItemTarget = (of: Pick<ConfigRow, 'id' | 'name'>) =>
  ({ kind: 'config', id: of.id, label: configItemName(of) }) as const

export const configRowTarget = (row: ConfigRow) => toConfigItemTarget(row)
