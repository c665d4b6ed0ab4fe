const msPerUnit: Readonly<Record<string, number>> = {
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 604_800_000,
}

/**
 * Parses a refresh interval: `30s`, `5m`, `1h`, `1d`, `1w`.
 * @returns milliseconds; undefined for `None` and invalid text, which disables automatic refresh.
 */
export function parseRefreshRate(text: string): number | undefined {
  const [, amount, unit = ''] = /^\s*(\d+(?:\.\d+)?)\s*([a-z]+)\s*$/i.exec(text) ?? []
  const ms = Number(amount) * (msPerUnit[unit] ?? NaN)
  return ms > 0 ? ms : undefined
}
