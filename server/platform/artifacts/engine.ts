import { Readable } from 'node:stream'
import { z } from 'zod'
import type { Db } from '../../data/db/db'
import { sql } from '../../data/db/sql'
import type { Engine } from '../jobs/engine'
import { HttpError } from '../../http/errors'
import { withRights, defineRoute } from '../../http/route'
import type { Job } from '../jobs/jobs'
import { toSafeContentType } from './content-type'
import type { ArtifactStore } from './store'

const DAY_MS = 86_400_000
const id = z.guid()

/** Serves the artifacts of playbooks, and deletes expired ones. */
export function createArtifactEngine({
  db,
  store,
}: {
  db: Db
  store: ArtifactStore
}): Engine & { jobs: readonly Job[] } {
  return {
    name: 'artifacts',
    routes: [
      defineRoute('GET', '/api/artifacts/download/:id', withRights(['read', 'artifact']), async (context) => {
        const artifactId = id.safeParse(context.req.param('id'))
        if (!artifactId.success) throw new HttpError(400, 'invalid artifact id')
        // Read with the caller's permissions: an artifact of an inaccessible run does not exist for them.
        const [found] = await context.get('reader').query<{ filename: string; content_type: string | null }>(sql`
          select filename, content_type from artifacts where id = ${artifactId.data} and deleted_at is null`)
        if (!found) throw new HttpError(404, `There is no artifact ${artifactId.data}.`)
        const file = await store.read(artifactId.data.toLowerCase())
        if (!file) throw new HttpError(404, `The file of the artifact ${found.filename} is not stored on this machine.`)
        return new Response(Readable.toWeb(file.stream) as ReadableStream, {
          headers: {
            'Content-Type': toSafeContentType(found.content_type),
            'Content-Length': String(file.size),
            'Content-Disposition': formatContentDisposition(found.filename),
            // A program that opens the file must not execute it.
            'Content-Security-Policy': "default-src 'none'; sandbox",
            'X-Content-Type-Options': 'nosniff',
          },
        })
      }),
    ],
    jobs: [
      {
        name: 'CleanupArtifacts',
        everyMs: DAY_MS,
        run: async (report) => report.succeeded(await store.cleanUp(db)),
      },
    ],
  }
}

/** Always downloaded, never displayed; named by the last segment of its name. */
function formatContentDisposition(filename: string): string {
  const name = (filename.split(/[\\/]/).at(-1) || 'artifact').replace(/\p{Surrogate}/gu, '_')
  const encoded = encodeURIComponent(name).replace(/['()*]/g, (one) => `%${one.charCodeAt(0).toString(16)}`)
  return `attachment; filename="${name.replace(/[^\w.-]/g, '_')}"; filename*=UTF-8''${encoded}`
}
