import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build } from 'vite'
import { afterAll } from 'vitest'
import { temporaryFolder } from './console-process'

/** Builds a worker thread of the server, until the test file is done. @param source its path in `server` */
export async function buildWorker(source: string): Promise<URL> {
  const folder = temporaryFolder()
  afterAll(() => folder.remove())
  await build({
    configFile: false,
    logLevel: 'silent',
    resolve: { tsconfigPaths: true },
    ssr: { noExternal: true },
    build: {
      ssr: fileURLToPath(new URL(`../../server/${source}`, import.meta.url)),
      outDir: folder.path,
      target: 'node20',
      rolldownOptions: { output: { entryFileNames: 'worker.mjs' } },
    },
  })
  return pathToFileURL(join(folder.path, 'worker.mjs'))
}
