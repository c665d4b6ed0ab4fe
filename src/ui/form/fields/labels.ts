export type LabelValues = Readonly<Record<string, string>>

/**
 * Parses pasted labels: `env=prod` or `env: prod`, separated by commas, spaces or line breaks. A value may be empty
 * (`canary=`). Quotes around values are dropped.
 * @returns `rest` contains the text that is not a label, unchanged
 */
export function parsePastedLabels(text: string): { labels: LabelValues; rest: string } {
  const labels: Record<string, string> = {}
  const rest: string[] = []
  for (const part of text.split(/[,\n;]+/).flatMap(splitWords)) {
    const [, key, value] = /^([^\s=:]+)\s*(?:=|:\s)\s*(.*)$/.exec(part) ?? []
    if (key !== undefined && value !== undefined) labels[key] = value.replace(/^(["'])(.*)\1$/, '$2')
    else rest.push(part)
  }
  return { labels, rest: rest.join(', ') }
}

/** Spaces are separators only if every word has its own `=`, because a value may contain spaces. */
function splitWords(text: string): string[] {
  const parts = text.trim().split(/\s+/)
  const areLabels = parts.length > 1 && parts.every((part) => /^[^=:]+=/.test(part))
  return areLabels ? parts : [text.trim()].filter((part) => part !== '')
}
