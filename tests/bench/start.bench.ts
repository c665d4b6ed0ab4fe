import { startConsole, temporaryFolder } from '../helpers/console-process'
import { formatSeconds, percentile } from './figures'

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
    'first ever start, sample loaded (median of 5)': formatSeconds(percentile(first, 0.5)),
    'cold start with existing data (median of 5)': formatSeconds(percentile(again, 0.5)),
    'slowest of them': formatSeconds(Math.max(...again)),
  }
}
