/** The services that sample checks use, and the ports in the sample's specs. */
export const usualPorts = {
  storefront: 28101,
  catalogue: 28102,
  search: 28103,
  cart: 28104,
  checkout: 28105,
  payments: 28106,
  accounts: 28107,
  certificate: 28108,
  gateway: 28109,
  mailer: 28110,
  orders: 28111,
  sessions: 28112,
  names: 28113,
  /** No service listens here: the service that is down. */
  media: 28114,
} as const

export type ServiceName = keyof typeof usualPorts

/** `host:port` of every service, and the folder of the backups. */
export type SampleAddresses = Record<ServiceName | 'backups', string>

/** A canary records the addresses of its services at the last start: `sample/storefront: 127.0.0.1:28101`. */
export const annotationFor = (name: string): string => `sample/${name}`

/**
 * Returns the addresses that changed since the annotations were written.
 * @returns from old to new; empty when nothing changed.
 */
export function findMovedAddresses(
  annotations: Readonly<Record<string, string>>,
  addresses: SampleAddresses
): Map<string, string> {
  const found = new Map<string, string>()
  for (const [name, address] of Object.entries(addresses)) {
    const before = annotations[annotationFor(name)]
    if (before !== undefined && before !== address) found.set(before, address)
  }
  return found
}

/**
 * Replaces changed addresses in a JSON value, in texts and in objects with `server` and `port` (as in DNS checks).
 * Everything else stays unchanged.
 */
export function replaceMovedAddresses(value: unknown, map: ReadonlyMap<string, string>): unknown {
  if (typeof value === 'string') return movedText(value, map)
  if (Array.isArray(value)) return value.map((item) => replaceMovedAddresses(item, map))
  if (typeof value !== 'object' || value === null) return value
  const object = Object.fromEntries(
    Object.entries(value).map(([key, member]) => [key, replaceMovedAddresses(member, map)])
  )
  const [server, port] = map.get(`${object['server']}:${object['port']}`)?.split(':') ?? []
  return server === undefined ? object : { ...object, server, port: Number(port) }
}

/** One pass: a service may now have the former address of another. */
function movedText(text: string, map: ReadonlyMap<string, string>): string {
  if (map.size === 0) return text
  const anyOld = [...map.keys()].map((old) => old.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|')
  return text.replaceAll(new RegExp(`(?:${anyOld})(?!\\d)`, 'g'), (old) => map.get(old) ?? old)
}
