import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createArtifactStore } from '../../server/platform/artifacts/store'

/** An artifact folder shared by the tests of this process. */
const artifactFolder = mkdtempSync(join(tmpdir(), 'console-artifacts-'))
process.once('exit', () => rmSync(artifactFolder, { recursive: true, force: true }))

export const testArtifacts = createArtifactStore(artifactFolder, () => new Date())
