import type { ParseResult } from './parse-aside'

const answer = (parsed: ParseResult) => postMessage(parsed)

addEventListener('message', ({ data: file }: MessageEvent<Blob>) => {
  void file
    .text()
    .then((text) => answer({ value: JSON.parse(text) as unknown }))
    .catch((error: unknown) => answer({ fault: error instanceof Error ? error.message : 'Invalid JSON' }))
})
