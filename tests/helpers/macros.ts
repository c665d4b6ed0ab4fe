import { afterAll, beforeAll } from 'vitest'
import { keepMacro, macros } from '../../src/commands/stores/macro-store'
import { forgetRecording, lastRecording } from '../../src/commands/stores/recording'

/** Something was recorded, and a macro has a name, until the tests of the file have ended. */
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
