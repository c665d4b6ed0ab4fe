import { expect, test } from 'vitest'
import { parsePing } from './icmp.checker'

test.each([
  [
    'iputils',
    '5 packets transmitted, 5 received, 0% packet loss, time 805ms\nrtt min/avg/max/mdev = 0.030/0.041/0.055/0.009 ms',
    { sent: 5, received: 5, averageMs: 0.041 },
  ],
  [
    'busybox',
    '3 packets transmitted, 2 packets received, 33% packet loss\nround-trip min/avg/max = 0.1/12.5/30.0 ms',
    { sent: 3, received: 2, averageMs: 12.5 },
  ],
  [
    'macOS',
    '5 packets transmitted, 4 packets received, 20.0% packet loss\nround-trip min/avg/max/stddev = 9.1/10.2/11.9/0.8 ms',
    { sent: 5, received: 4, averageMs: 10.2 },
  ],
  [
    'nothing came back',
    '5 packets transmitted, 0 received, +5 errors, 100% packet loss, time 4080ms',
    { sent: 5, received: 0, averageMs: undefined },
  ],
  ['no report', 'ping: unknown host', undefined],
])('parses the report of %s', (_name, output, reply) => expect(parsePing(output)).toEqual(reply))
