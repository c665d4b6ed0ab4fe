import { afterAll, beforeAll } from 'vitest'
import { saveMacro, macros } from '../../src/commands/stores/macro-store'
import { clearRecording, lastRecording } from '../../src/commands/stores/recording'

/** Provides a recording and a named macro for the tests of the file. */
export function withMacros(): void {
  beforeAll(() => {
    lastRecording.set(['check.run'])
    saveMacro({ id: 'night', name: 'Night', steps: ['check.run'], asks: [] })
  })
  afterAll(() => {
    macros.set([])
    clearRecording()
  })
}
