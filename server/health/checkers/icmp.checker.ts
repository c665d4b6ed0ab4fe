import { z } from 'zod'
import { resolveAddress } from '../../platform/outside/connect'
import { failedFinding, type CheckFinding, evaluateRules, createRule } from '../outcome'
import { defineChecker } from './checker'
import { hostField, optionalNumberField, thresholdField, timeoutField } from './fields'
import { runProgram } from '../../platform/outside/run-program'
import { programEnv } from '../../platform/outside/run-script'
import { redactAndClip } from '../../platform/outside/redaction'

const spec = z.object({
  endpoint: hostField,
  thresholdMillis: thresholdField,
  /** Accepted packet loss in percent. */
  packetLossThreshold: z.number().min(0).max(100).default(0),
  packetCount: optionalNumberField(z.int().min(0).max(20), 5),
  timeout: timeoutField,
})
type Spec = z.infer<typeof spec>

/** Pings a host with the system's `ping`: raw sockets need privileges that this process should not have. */
export default defineChecker<Spec>({
  parse: (value) => spec.parse(value),
  timeoutMs: (config) => config.timeout,
  unavailable: ({ ping }) =>
    ping === undefined ? 'icmp checks need the program ping, which this machine does not have' : undefined,
  run: async (config, signal, { ping = 'ping' }) => {
    const address = await resolveAddress(config.endpoint)
    const args = ['-n', '-c', String(config.packetCount), '-i', '0.2', address]
    const { stdout, stderr } = await runProgram(ping, args, { env: programEnv({ LC_ALL: 'C' }), signal })
    const reply = parsePing(stdout)
    if (!reply) return failedFinding(redactAndClip(stderr.trim(), 500) || `ping returned no result for ${address}`)
    return evaluatePing(config, reply)
  },
})

type PingReply = { sent: number; received: number; averageMs: number | undefined }

/** Parses the last lines of ping's output as Linux (iputils, busybox), macOS and BSD write them. */
export function parsePing(output: string): PingReply | undefined {
  const [, sent, received] = /(\d+) packets transmitted, (\d+) (?:packets )?received/.exec(output) ?? []
  if (sent === undefined || received === undefined) return undefined
  const [, average] = /min\/avg\/max\S* = [\d.]+\/([\d.]+)\//.exec(output) ?? []
  return {
    sent: Number(sent),
    received: Number(received),
    averageMs: average === undefined ? undefined : Number(average),
  }
}

/** Evaluates the reply; the average round trip is the check's duration. Pure. */
function evaluatePing({ packetLossThreshold, thresholdMillis: thresholdMs }: Spec, reply: PingReply): CheckFinding {
  const { sent, received, averageMs } = reply
  const lossPercent = sent === 0 ? 100 : Math.round(((sent - received) / sent) * 1000) / 10
  const details = { sent, received, lossPercent, averageMs: averageMs ?? null }
  const measured = averageMs === undefined ? {} : { durationMs: averageMs }
  const came = `${received} of ${sent} packets received`
  const lost = `${lossPercent}% of packets lost`
  const average = `${averageMs ?? 0} ms on average`
  const isSlow = thresholdMs !== undefined && (averageMs ?? 0) > thresholdMs
  const rules = [
    createRule('endpoint', received === 0 ? `none of ${sent} packets received` : undefined, came),
    createRule(
      'packetLossThreshold',
      lossPercent > packetLossThreshold ? `${lost}, expected at most ${packetLossThreshold}%` : undefined,
      lost
    ),
    ...(thresholdMs === undefined
      ? []
      : [createRule('thresholdMillis', isSlow ? `${average}, more than ${thresholdMs} ms` : undefined, average)]),
  ]
  return { ...evaluateRules(rules, came, details), ...measured }
}
