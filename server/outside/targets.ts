import { type Address, longestPrefix, destinationOf, type Network, parseAddress, parseNetworks } from './networks'

/**
 * Which addresses checks, playbooks and connection tests may reach. Reaching what users configure is their purpose,
 * but an editor of checks is not meant to become the machine that runs them. Every address that a name resolves to is
 * asked about, and the connection goes to the address that was asked about, so a name cannot lead around it.
 */
export type TargetPolicy = {
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
 * The rules of one process.
 * @param isShared whether people on other machines use the console: then its own machine's services are not theirs.
 */
export const policyOf = (
  { allowNet = [], denyNet = [] }: { allowNet?: readonly Network[]; denyNet?: readonly Network[] },
  isShared: boolean
): TargetPolicy => ({
  allow: allowNet,
  deny: [...known('link-local,multicast'), ...(isShared ? known('loopback') : []), ...denyNet],
})

let policy = policyOf({}, false)

/** One process has one policy: it is set at the start, before anything goes out. */
export const setTargetPolicy = (next: TargetPolicy): void => void (policy = next)

const isMetadata = (address: Address): boolean => longestPrefix(metadataServices, destinationOf(address)) >= 0

/** The network with the longest matching prefix decides; a tie is denied. */
export function isDenied(address: Address, { allow, deny }: TargetPolicy): boolean {
  const one = destinationOf(address)
  const denied = longestPrefix(deny, one)
  return denied >= 0 && denied >= longestPrefix(allow, one)
}

/** @param text an IP address in any spelling. @throws when nothing may go there, or when it is none. */
export function assertAllowed(text: string): void {
  const address = parseAddress(text)
  if (!address) throw new Error(`${text} is no address`)
  if (isMetadata(address)) throw new Error(`${text} is a cloud metadata address, which may not be reached`)
  if (isDenied(address, policy))
    throw new Error(`${text} may not be reached from this console: whoever runs it can allow it with --allow-net`)
}
