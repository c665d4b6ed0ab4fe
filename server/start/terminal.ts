/** Output for the user at the terminal. Everything else is logged. */
export type Terminal = { print(text: string): void; printError(text: string): void }

export const terminal: Terminal = {
  print: (text) => void process.stdout.write(`${text}\n`),
  printError: (text) => void process.stderr.write(`${text}\n`),
}

const PATIENCE_MS = 1000

/** Reports work that takes longer than a second; quick work prints nothing. */
export async function withProgress<T>({ print }: Terminal, doing: string, work: () => Promise<T>): Promise<T> {
  const timer = setTimeout(() => print(`${doing} …`), PATIENCE_MS)
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
export function createProgress(stream: Pick<NodeJS.WriteStream, 'isTTY' | 'write'>, now = () => performance.now()) {
  let last = -Infinity
  return (text: string): void => {
    if (stream.isTTY) return void stream.write(`${CLEAR_LINE}${text}${text.startsWith('100 %') ? '\n' : ''}`)
    if (now() - last < EVERY_MS) return
    last = now()
    stream.write(`${text}\n`)
  }
}
