import { afterAll, beforeAll } from 'vitest'
import { keepMacro, macros } from '../../src/commands/stores/macro-store'
import { forgetRecording, lastRecording } from '../../src/commands/stores/recording'

/** Provides a recording and a named macro for the tests of the file. */
export function withMacros(): void {
  beforeAll(() => {
    lastRecording.set(['check.run'])
    keepMacro({ id: 'night', name: 'Night', steps: ['check.run'], asks: [] })
  })
  afterAll(() => {
    macros.set([])
    forgetRecording()
  })
}
