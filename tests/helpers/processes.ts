import { spawnSync } from 'node:child_process'

/** Whether a process has ended. A process that was not waited for still has its number. */
export function hasEnded(pid: number): boolean {
  const state = spawnSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' }).stdout.trim()
  return state === '' || state.startsWith('Z')
}
