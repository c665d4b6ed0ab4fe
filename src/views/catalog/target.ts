import type { ConfigRow } from '../../api/catalog'
import { nameOfConfig } from '../../lib/config-name'

/** A config item as a command target. */
export const asTarget = (of: Pick<ConfigRow, 'id' | 'name'>) =>
  ({ kind: 'config', id: of.id, label: nameOfConfig(of) }) as const

export const targetOf = (row: ConfigRow) => asTarget(row)
