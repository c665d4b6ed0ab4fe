import type { Browser } from 'playwright'

/** The part of Playwright's page that benchmarks need. */
export type UnobservedPage = {
  evaluate<A, R>(run: (given: A) => R | Promise<R>, given: A): Promise<R>
  close(): Promise<void>
}

type Answer = { id?: number; error?: { message: string }; result?: unknown }
type Evaluated = {
  result: { value?: unknown }
  exceptionDetails?: { exception?: { description?: string }; text: string }
}

/**
 * A page in its own browser context whose requests and errors are not reported, as for users. On a page opened by
 * Playwright, the browser records a stack for each request and error, and must parse the whole script again for the
 * first one: 50 to 100 ms of an initial load.
 * @param size of the window, in pixels: the page is slightly lower. Emulating a page size would make each paint more
 * expensive.
 * @param begin runs in the page before its own code
 */
export async function openUnobserved(
  browser: Browser,
  url: string,
  size: { width: number; height: number },
  begin: () => void
): Promise<UnobservedPage> {
  const session = await browser.newBrowserCDPSession()
  const { browserContextId } = await session.send('Target.createBrowserContext')
  const { targetId } = await session.send('Target.createTarget', {
    url: 'about:blank',
    browserContextId,
    ...size,
  })
  const { sessionId } = await session.send('Target.attachToTarget', { targetId, flatten: false })
  const waiting = new Map<number, (answer: Answer) => void>()
  session.on('Target.receivedMessageFromTarget', (event) => {
    if (event.sessionId !== sessionId) return
    const answer = JSON.parse(event.message) as Answer
    if (answer.id !== undefined) waiting.get(answer.id)?.(answer)
  })
  let count = 0
  async function send(method: string, params: object): Promise<unknown> {
    const id = (count += 1)
    const answered = new Promise<Answer>((resolve) => waiting.set(id, resolve))
    await session.send('Target.sendMessageToTarget', { sessionId, message: JSON.stringify({ id, method, params }) })
    const { error, result } = await answered
    waiting.delete(id)
    if (error) throw new Error(`${method}: ${error.message}`)
    return result
  }
  async function evaluate<A, R>(run: (given: A) => R | Promise<R>, given: A): Promise<R> {
    const { result, exceptionDetails: failed } = (await send('Runtime.evaluate', {
      expression: `(${run.toString()})(${JSON.stringify(given)})`,
      awaitPromise: true,
      returnByValue: true,
    })) as Evaluated
    if (failed) throw new Error(failed.exception?.description ?? failed.text)
    return result.value as R
  }
  await send('Page.enable', {})
  await send('Page.addScriptToEvaluateOnNewDocument', { source: `(${begin.toString()})()` })
  await send('Page.navigate', { url })
  return {
    evaluate,
    async close() {
      await session.send('Target.disposeBrowserContext', { browserContextId })
      await session.detach()
    },
  }
}
