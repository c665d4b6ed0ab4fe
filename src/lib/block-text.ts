type Members = Readonly<Record<string, unknown>>

const isMembers = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Deeper parts are left out, so that no message can block the page. */
const DEEPEST = 20
const MOST_SECTIONS = 500

/** The texts of a message of blocks, such as for Slack, in their order. Each is a section. */
export function readBlockTexts(blocks: unknown): string[] {
  const found: string[] = []
  const visit = (one: unknown, depth: number) => {
    if (depth > DEEPEST || found.length >= MOST_SECTIONS) return
    if (Array.isArray(one)) for (const each of one) visit(each, depth + 1)
    else if (isMembers(one))
      for (const [key, each] of Object.entries(one))
        if (key === 'text' && typeof each === 'string') found.push(each)
        else visit(each, depth + 1)
  }
  visit(blocks, 0)
  return found
}

/** Slack's syntax for links and bold text as Markdown. */
export const slackToMarkdown = (text: string): string =>
  text
    .replaceAll(/<(https?:\/\/[^|<>\s]+)\|([^<>\n]*)>/g, (_whole, href: string, label: string) => `[${label}](${href})`)
    .replaceAll(/<(https?:\/\/[^|<>\s]+)>/g, '$1')
    .replaceAll(/(^|[\s(])\*([^*\n]+)\*(?=$|[\s).,:;!?])/gm, '$1**$2**')
