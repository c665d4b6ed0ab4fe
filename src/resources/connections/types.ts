import { notificationAddresses } from '@/shared/connections/notification-address'
import { type ConnectionType, typeGroups } from './type'

const files = import.meta.glob<readonly ConnectionType[]>('./types/*.ts', { import: 'default', eager: true })

/** Every type of connections, in the order of the groups, then by label. */
export const connectionTypes: readonly ConnectionType[] = Object.values(files)
  .flat()
  .toSorted((a, b) => typeGroups.indexOf(a.group) - typeGroups.indexOf(b.group) || a.label.localeCompare(b.label, 'en'))

const byId = new Map(connectionTypes.map((type) => [type.id, type]))

/** A type; undefined for one that only other programs create. */
export const findConnectionType = (id: string): ConnectionType | undefined => byId.get(id)

export const connectionTypeLabel = (id: string): string => byId.get(id)?.label ?? id

/** Whether notifications can be sent to connections of this type. */
export const canReceiveNotifications = (id: string): boolean => Object.hasOwn(notificationAddresses, id)
