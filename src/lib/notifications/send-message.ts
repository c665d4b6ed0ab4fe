import { readBlockTexts, slackToMarkdown } from '../block-text'

type Message = {
  body?: string | null | undefined
  body_markdown?: string | null | undefined
  body_payload?: unknown
}

/**
 * The message of a notification as sections of text, HTML or Markdown. Blocks come first, because they are what the
 * recipient saw. Empty without a message.
 */
export function readSendMessage({ body, body_markdown: markdown, body_payload: payload }: Message): readonly string[] {
  const blocks = readBlockTexts(blocksIn(payload)).map(slackToMarkdown)
  if (blocks.length > 0) return blocks
  const text = markdown?.trim() || body?.trim()
  return text ? [text] : []
}

/** Beside its blocks, a payload can have a text that repeats them for other clients. */
function blocksIn(payload: unknown): unknown {
  if (typeof payload !== 'object' || payload === null) return undefined
  return 'blocks' in payload ? payload.blocks : payload
}
