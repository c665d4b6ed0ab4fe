/** How the runs of five minutes went; `none`: nothing ran. */
export type Span = 'passed' | 'failed' | 'none'

/** How many spans a row shows: an hour, as its figures. */
export const SPANS = 12

/** What is worth saying beside the uptime: how often it failed, when that is neither always nor never. */
export function wordsOfSpans(spans: readonly Span[]): string | undefined {
  const failed = spans.filter((span) => span === 'failed').length
  if (failed === 0 || !spans.includes('passed')) return undefined
  return `failed in ${failed} of the last ${spans.length} five-minute spans`
}
