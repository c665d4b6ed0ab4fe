import { z } from 'zod'
import { toJsonText, sql } from '../../data/db/sql'
import type { IdentityService } from '../types'

// Limits are counted in memory, so that a guess costs no write. Counts are stored shortly afterwards, so that a server
// restart does not allow new guesses.

const times = z.array(z.number())

/** Restores the stored counts of the last run. */
export async function restoreLimits({ db, limits }: IdentityService): Promise<void> {
  const rows = await db.query<{ key: string; times: unknown }>(sql`
    select key, times from identity.counts order by last_at`)
  limits.restore(rows.map((row) => ({ key: row.key, times: times.parse(row.times) })))
}

/** Stores the changes since the last call. @returns the number of changed counts. */
export async function storeLimits({ db, limits }: IdentityService): Promise<number> {
  const changed = limits.takeChanges()
  const [gone, counted] = [changed.filter(isOver), changed.filter((one) => !isOver(one))]
  if (gone.length > 0) {
    await db.run(sql`
      delete from identity.counts where key in (select jsonb_array_elements_text(${toJsonText(gone.map(keyOf))}::jsonb))`)
  }
  if (counted.length > 0) {
    await db.run(sql`
      insert into identity.counts (key, times, last_at)
      select one ->> 'key', one -> 'times', to_timestamp((one -> 'times' ->> -1)::double precision / 1000)
      from jsonb_array_elements(${toJsonText(counted)}::jsonb) as one
      on conflict (key) do update set times = excluded.times, last_at = excluded.last_at`)
  }
  return changed.length
}

type Count = { key: string; times: readonly number[] }
const isOver = ({ times: all }: Count) => all.length === 0
const keyOf = ({ key }: Count) => key
