/** Output for the user at the terminal. Everything else is logged. */
export type Terminal = { say(text: string): void; complain(text: string): void }

export const terminal: Terminal = {
  say: (text) => void process.stdout.write(`${text}\n`),
  complain: (text) => void process.stderr.write(`${text}\n`),
}

const PATIENCE_MS = 1000

/** Reports work that takes longer than a second; quick work prints nothing. */
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
 * Prints progress. A terminal has one line that is updated in place, and replaced by the next output; a file or a pipe
 * gets a line every few seconds.
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
