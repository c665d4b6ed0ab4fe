import { type ConfigRow, nameOfConfig } from '../../api/catalog'

/** An item in calls and messages. */
export const asTarget = (of: Pick<ConfigRow, 'id' | 'name'>) =>
  ({ kind: 'config', id: of.id, label: nameOfConfig(of) }) as const

export const targetOf = (row: ConfigRow) => asTarget(row)
