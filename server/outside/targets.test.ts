import { expect, test } from 'vitest'
import { assertAllowed, isMetadataAddress } from './targets'

test.each([
  '169.254.169.254',
  '169.254.170.2',
  '100.100.100.200',
  'fd00:ec2::254',
  'fd00:0ec2:0:0:0:0:0:0254',
  'FD00:EC2::254',
  '::ffff:169.254.169.254',
  '::ffff:a9fe:a9fe',
  '::169.254.169.254',
  '64:ff9b::a9fe:a9fe',
  'fd00:ec2::254%eth0',
])('%s is refused', (address) => {
  expect(isMetadataAddress(address)).toBe(true)
  expect(() => assertAllowed(address)).toThrow('cloud metadata address')
})

test.each(['127.0.0.1', '::1', '10.0.0.1', '169.254.1.1', '::ffff:127.0.0.1', 'fd00:ec2::255', 'example.test', ''])(
  '%j is allowed',
  (address) => expect(isMetadataAddress(address)).toBe(false)
)
