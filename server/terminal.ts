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

const CLEAR_LINE = '\r\u001b[K'
const EVERY_MS = 5000

/**
 * Shows how far a work is. A terminal has one line that changes, which the next thing that is said replaces; a file or a
 * pipe has a line every few seconds.
 */
export function progressOn(stream: Pick<NodeJS.WriteStream, 'isTTY' | 'write'>, now = () => performance.now()) {
  let last = -Infinity
  return (text: string): void => {
    if (stream.isTTY) return void stream.write(`${CLEAR_LINE}${text}${text.startsWith('100 %') ? '\n' : ''}`)
    if (now() - last < EVERY_MS) return
    last = now()
    stream.write(`${text}\n`)
  }
}
