import type { ConfigRow } from '../../api/catalog'
import { nameOfConfig } from '../../lib/config-name'

/** An item in calls and messages. */
export const asTarget = (of: Pick<ConfigRow, 'id' | 'name'>) =>
  ({ kind: 'config', id: of.id, label: nameOfConfig(of) }) as const

export const targetOf = (row: ConfigRow) => asTarget(row)
