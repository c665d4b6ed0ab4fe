import type { Page, Request } from 'playwright/test'

/** Runs `work` and returns the distinct API calls of the page in the meantime: `PATCH /api/db/incidents`. */
export async function recordCalls(page: Page, work: () => Promise<void>): Promise<string[]> {
  const calls = new Set<string>()
  const note = (request: Request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/api/')) calls.add(`${request.method()} ${pathname}`)
  }
  page.on('request', note)
  try {
    await work()
  } finally {
    page.off('request', note)
  }
  return [...calls]
}
