import { spawnSync } from 'node:child_process'

/** Whether a process has ended. One that nobody has asked about since still has its number. */
export function hasEnded(pid: number): boolean {
  const state = spawnSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' }).stdout.trim()
  return state === '' || state.startsWith('Z')
}
