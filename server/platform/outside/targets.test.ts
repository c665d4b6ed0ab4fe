import { expect, test } from 'vitest'
import { findDestination, parseAddress, parseNetworks } from './networks'
import { assertAllowed, isDenied, createTargetPolicy } from './targets'

const networks = (list: string) => {
  const parsed = parseNetworks(list)
  if (!parsed) throw new Error(`${list} is not a list of networks`)
  return parsed
}

const read = (text: string) => {
  const address = parseAddress(text)
  if (!address) throw new Error(`${text} is not an address`)
  return address
}

test.each([
  '169.254.169.254',
  '169.254.170.2',
  '100.100.100.200',
  'fd00:ec2::254',
  'fd00:0ec2:0:0:0:0:0:0254',
  'FD00:EC2::254',
  '::ffff:169.254.169.254',
  '::ffff:a9fe:a9fe',
  '::ffff:0:169.254.169.254',
  '::169.254.169.254',
  '64:ff9b::a9fe:a9fe',
  '64:ff9b:1::a9fe:a9fe',
  '2002:a9fe:a9fe::1',
  'fd00:ec2::254%eth0',
  'fd00:ec2::254%eth0.100',
  'fd00:ec2::0.0.2.84',
  '::FFFF:169.254.169.254',
  '0:0:0:0:0:ffff:169.254.169.254',
  '0000:0000:0000:0000:0000:ffff:a9fe:a9fe',
  '::ffff:169.254.169.254%eth0',
  '64:ff9b::169.254.169.254',
  '2002:a9fe:a9fe:0:0:0:0:0',
])('refuses the metadata address %s', (address) => {
  expect(() => assertAllowed(address)).toThrow('cloud metadata address')
})

test.each(['127.0.0.1', '::1', '10.0.0.1', '::ffff:127.0.0.1', 'fd00:ec2::255', '2001:db8::1', '1.1.1.1'])(
  'allows %j by default',
  (address) => {
    expect(() => assertAllowed(address)).not.toThrow()
  }
)

test.each(['169.254.1.1', 'fe80::1%eth0', '::ffff:169.254.1.1', '224.0.0.1', '255.255.255.255', 'ff02::1'])(
  'refuses the link-local or multicast address %s unless allowed',
  (address) => {
    expect(() => assertAllowed(address)).toThrow('--allow-net')
    const allowNet = networks('169.254.1.0/24,fe80::/64,224.0.0.1,255.255.255.255/32,ff02::/16')
    // When prefixes have equal length, the denied one takes precedence.
    expect(isDenied(read(address), createTargetPolicy({ allowNet }, false))).toBe(address === '255.255.255.255')
  }
)

test.each(['127.0.0.1', '127.8.8.8', '0.0.0.0', '0.1.2.3', '::1', '::', '::ffff:127.0.0.1', '2002:7f00:1::'])(
  'refuses the loopback address %s on a shared console unless allowed',
  (address) => {
    expect(isDenied(read(address), createTargetPolicy({}, false))).toBe(false)
    expect(isDenied(read(address), createTargetPolicy({}, true))).toBe(true)
    expect(isDenied(read('10.0.0.1'), createTargetPolicy({}, true))).toBe(false)
  }
)

test.each<[string, string, string, boolean]>([
  ['10.1.2.3', '', 'private', true],
  ['172.31.0.1', '', 'private', true],
  ['172.32.0.1', '', 'private', false],
  ['fd12::1', '', 'private', true],
  ['10.1.2.3', '10.1.0.0/16', 'private', false],
  ['10.2.2.3', '10.1.0.0/16', 'private', true],
  ['10.1.2.3', '10.0.0.0/8', '10.1.0.0/16', true],
  ['10.1.2.3', '10.1.2.3', '10.1.2.3', true],
  ['8.8.8.8', '10.0.0.0/8', 'any', true],
  ['2001:db8::1', '10.0.0.0/8', 'any', true],
  ['10.9.9.9', '10.0.0.0/8', 'any', false],
  ['::ffff:10.9.9.9', '10.0.0.0/8', 'any', false],
  ['127.0.0.2', '127.0.0.2', '', false],
  // A network in the notation of mapped addresses is one of IPv4.
  ['10.1.2.3', '', '::ffff:10.1.2.3', true],
  ['10.1.2.3', '', '::ffff:10.0.0.0/104', true],
  ['11.1.2.3', '', '::ffff:10.0.0.0/104', false],
  ['::ffff:a01:203', '::ffff:10.1.2.0/120', '10.0.0.0/8', false],
  ['::10.1.2.3', '', '10.0.0.0/8', true],
])('for %s with --allow-net "%s" --deny-net "%s", denied is %s', (address, allow, deny, expected) => {
  const policy = createTargetPolicy({ allowNet: networks(allow), denyNet: networks(deny) }, true)
  expect(isDenied(read(address), policy)).toBe(expected)
})

test('never allows metadata addresses', () => {
  const policy = createTargetPolicy({ allowNet: networks('169.254.169.254,any') }, false)
  expect(isDenied(read('169.254.169.254'), policy)).toBe(false)
  expect(() => assertAllowed('169.254.169.254')).toThrow('cloud metadata address')
})

test.each([
  '10.0.0.0/33',
  '10.0.0.0/',
  '10.0.0/8',
  '10.0.0.0/8/8',
  '::/129',
  'fe80::1%eth0',
  'internet',
  '010.0.0.1',
  '1/-1',
])('refuses %s as a network', (text) => expect(parseNetworks(text)).toBeUndefined())

test.each([
  ['::ffff:1.2.3.4', '1.2.3.4'],
  ['::1.2.3.4', '1.2.3.4'],
  ['2002:102:304:5::6', '1.2.3.4'],
  ['64:ff9b:1:2:3:4:102:304', '1.2.3.4'],
  ['64:ff9b:2::102:304', '64:ff9b:2::102:304'],
  ['::1', '::1'],
  ['0:0:0:0:0:0:0:1', '::1'],
  ['::', '::'],
  ['2001:DB8:0::5', '2001:db8::5'],
  ['1.2.3.4', '1.2.3.4'],
])('finds the destination of %s: %s', (address, expected) =>
  expect(findDestination(read(address)).toString()).toBe(expected)
)

// For a socket these are names: it resolves them, and the resulting addresses are checked.
test.each([
  '127.1',
  '0x7f.0.0.1',
  '0177.0.0.1',
  '2130706433',
  '0x7f000001',
  '127.0.0.01',
  '1.2.3.4.',
  '[::1]',
  '',
  'no address',
])('refuses "%s" as an address', (text) => {
  expect(parseAddress(text)).toBeUndefined()
  expect(() => assertAllowed(text)).toThrow('is not an address')
})
