import { type IpAddress, longestPrefix, findDestination, type Network, parseAddress, parseNetworks } from './networks'

/**
 * The addresses that checks, playbooks and connection tests may reach. Reaching configured addresses is their purpose,
 * but an editor of checks must not gain the network access of the machine that runs them. Every address that a name
 * resolves to is checked, and the connection uses a checked address, so a name cannot circumvent the rules.
 */
type TargetPolicy = {
  /** Exceptions from wider networks of `deny`. */
  allow: readonly Network[]
  deny: readonly Network[]
}

const known = (list: string): readonly Network[] => parseNetworks(list) ?? []

/** Metadata services of clouds, which give credentials to any caller on the machine. Always denied. */
const metadataServices = known(
  [
    '169.254.169.254', // AWS, Azure, Google, OpenStack, DigitalOcean
    '169.254.170.2', // AWS ECS task credentials
    '169.254.170.23', // AWS EKS pod identity
    '100.100.100.200', // Alibaba
    '192.0.0.192', // Oracle
    'fd00:ec2::254, fd00:ec2::23, fd20:ce::254',
  ].join()
)

/**
 * The policy of one process.
 * @param isShared users on other machines can use the console, so the services of its own machine are not theirs.
 */
export const createTargetPolicy = (
  { allowNet = [], denyNet = [] }: { allowNet?: readonly Network[]; denyNet?: readonly Network[] },
  isShared: boolean
): TargetPolicy => ({
  allow: allowNet,
  deny: [...known('link-local,multicast'), ...(isShared ? known('loopback') : []), ...denyNet],
})

let policy = createTargetPolicy({}, false)

/** The policy of this process, set once at the start. */
export const setTargetPolicy = (next: TargetPolicy): void => void (policy = next)

const isMetadata = (address: IpAddress): boolean => longestPrefix(metadataServices, findDestination(address)) >= 0

/** The network with the longest matching prefix decides; a tie is denied. */
export function isDenied(address: IpAddress, { allow, deny }: TargetPolicy): boolean {
  const one = findDestination(address)
  const denied = longestPrefix(deny, one)
  return denied >= 0 && denied >= longestPrefix(allow, one)
}

/** The policy of the console denies an address. Another attempt fails, too. */
export class DeniedAddressError extends Error {
  override readonly name = 'DeniedAddressError'
}

/** @param text an IP address in any spelling. @throws {DeniedAddressError} when it is denied. @throws when it is invalid. */
export function assertAllowed(text: string): void {
  const address = parseAddress(text)
  if (!address) throw new Error(`${text} is not an address`)
  if (isMetadata(address)) throw new DeniedAddressError(`${text} is a cloud metadata address, which is always blocked`)
  if (isDenied(address, policy))
    throw new DeniedAddressError(`${text} is blocked on this console. The operator can allow it with --allow-net`)
}
