/** What a person at the terminal sees. Everything else goes to the log. */
export type Terminal = { say(text: string): void; complain(text: string): void }

export const terminal: Terminal = {
  say: (text) => void process.stdout.write(`${text}\n`),
  complain: (text) => void process.stderr.write(`${text}\n`),
}

const PATIENCE_MS = 1000

/** Says what is going on when it takes longer than a second; quick work passes in silence. */
export async function showingProgress<T>({ say }: Terminal, doing: string, work: () => Promise<T>): Promise<T> {
  const timer = setTimeout(() => say(`${doing} …`), PATIENCE_MS)
  try {
    return await work()
  } finally {
    clearTimeout(timer)
  }
}
