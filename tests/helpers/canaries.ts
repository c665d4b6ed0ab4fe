import { expect } from 'playwright/test'

type Canary = { name: string; namespace: string; labels?: Record<string, string>; spec: { http: readonly object[] } }

/** Adds a canary to a running console and waits until each of its checks has run. @returns their statuses, sorted. */
export async function addRunningCanary(
  console: string,
  canary: Canary & { spec: { schedule: string } }
): Promise<string[]> {
  const answer = await fetch(`${console}/api/db/canaries?select=id`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', Prefer: 'return=representation' },
    body: JSON.stringify(canary),
  })
  expect(answer.status).toBe(201)
  const [{ id }] = (await answer.json()) as [{ id: string }]
  const statuses = async () => {
    const query = `canary_id=eq.${id}&status=not.is.null&select=status`
    const rows = (await (await fetch(`${console}/api/db/checks?${query}`)).json()) as { status: string }[]
    return rows.map(({ status }) => status).toSorted()
  }
  await expect.poll(statuses).toHaveLength(canary.spec.http.length)
  return statuses()
}

/** Removes a canary with its checks. */
export async function removeCanary(console: string, name: string): Promise<void> {
  await fetch(`${console}/api/db/canaries?name=eq.${encodeURIComponent(name)}`, { method: 'DELETE' })
}
