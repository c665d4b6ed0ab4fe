export type Labels = Readonly<Record<string, string>>

/**
 * Reads labels as people paste them: `env=prod`, `env: prod`, separated by commas, spaces or lines. A value may be empty
 * (`canary=`); quotes around it are dropped.
 * @returns what is no label is in `rest`, as it was written
 */
export function readLabels(text: string): { labels: Labels; rest: string } {
  const labels: Record<string, string> = {}
  const rest: string[] = []
  for (const part of text.split(/[,\n;]+/).flatMap(splitWords)) {
    const [, key, value] = /^([^\s=:]+)\s*(?:=|:\s)\s*(.*)$/.exec(part) ?? []
    if (key !== undefined && value !== undefined) labels[key] = value.replace(/^(["'])(.*)\1$/, '$2')
    else rest.push(part)
  }
  return { labels, rest: rest.join(', ') }
}

/** Blanks separate only where every part has its own `=`: a value may have some. */
function splitWords(text: string): string[] {
  const parts = text.trim().split(/\s+/)
  const areLabels = parts.length > 1 && parts.every((part) => /^[^=:]+=/.test(part))
  return areLabels ? parts : [text.trim()].filter((part) => part !== '')
}
