/** A sample latency in milliseconds: two waves, noise and some spikes. The same arguments return the same value. */
export function sampleLatency(at: number, seed: number): number {
  const noise = ((Math.imul(at + 1, 2_654_435_761 + seed * 97) >>> 0) / 2 ** 32) ** 2
  const spike = (at * 7 + seed * 13) % 61 === 0 ? 900 : 0
  return 90 * seed + 40 * Math.sin(at / 17 + seed) + 25 * Math.sin(at / 3) + 120 * noise + spike
}
