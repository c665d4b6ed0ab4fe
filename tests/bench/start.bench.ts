import { startConsole, temporaryFolder } from '../helpers/console-process'

const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN
const seconds = (ms: number) => `${(ms / 1000).toFixed(2)} s`

/** From starting the process to its printed block, when the first page is served. */
export async function bench(): Promise<Record<string, string>> {
  const first: number[] = []
  const again: number[] = []
  for (let round = 0; round < 5; round++) {
    const data = temporaryFolder()
    for (const times of [first, again]) {
      const running = await startConsole(['--data', data.path])
      times.push(running.startedInMs)
      await fetch(running.url)
      await running.stop()
    }
    data.remove()
  }
  return {
    'first ever start, sample loaded (median of 5)': seconds(median(first)),
    'cold start with existing data (median of 5)': seconds(median(again)),
    'slowest of them': seconds(Math.max(...again)),
  }
}
