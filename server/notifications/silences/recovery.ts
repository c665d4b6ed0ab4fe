import type { Logger } from 'pino'
import type { Db } from '../../data/db/db'
import { type Sql, sql } from '../../data/db/sql'
import type { Engine } from '../../platform/jobs/engine'
import { repeat } from '../../platform/jobs/repeat'

const EVERY_MS = 15_000
/** A resource that flaps has not recovered. */
const HEALTHY_FOR_MS = 60_000

type Recovery = Engine & {
  /** Ends the silences whose resource has recovered. @returns their ids. */
  endRecovered(): Promise<string[]>
}

/**
 * Ends silences whose resource was healthy for a minute, or no longer exists. Runs in one process. The time is stored,
 * so that a restart does not begin the minute again.
 */
export function createSilenceRecovery({ db, log, now }: { db: Db; log: Logger; now: () => Date }): Recovery {
  let stop: (() => Promise<void>) | undefined
  const endRecovered = async (): Promise<string[]> => {
    const at = now()
    await db.transaction(async (tx) => {
      await tx.run(sql`delete from console.silence_recoveries where silence_id not in (${healthySilences(at)})`)
      await tx.run(sql`
        insert into console.silence_recoveries (silence_id, healthy_since)
        select id, ${at}::timestamptz from (${healthySilences(at)}) as healthy on conflict do nothing`)
    })
    const ended = await db.query<{ id: string }>(sql`
      update notification_silences set until = ${at} where id in (
        select silence_id from console.silence_recoveries
        where healthy_since <= ${new Date(at.getTime() - HEALTHY_FOR_MS)}
      )
      returning id::text`)
    return ended.map(({ id }) => id)
  }
  return {
    name: 'silence recovery',
    endRecovered,
    start: async () => {
      stop = repeat(EVERY_MS, endRecovered, (error) => log.error({ err: error }, 'recovered silences cannot be ended'))
    },
    stop: async () => {
      await stop?.()
      stop = undefined
    },
  }
}

/** The active silences that end on recovery and whose resource is healthy, or no longer exists. */
const healthySilences = (at: Date): Sql => sql`
  select silence.id from notification_silences as silence
    left join checks on checks.id = silence.check_id and checks.deleted_at is null
    left join config_items as item on item.id = silence.config_id and item.deleted_at is null
    left join components as component on component.id = silence.component_id and component.deleted_at is null
  where silence.until_recovery and silence.deleted_at is null and (silence.until is null or silence.until > ${at})
    and (silence."from" is null or silence."from" <= ${at})
    and case
      when silence.check_id is not null then checks.id is null or checks.status = 'healthy'
      when silence.config_id is not null then item.id is null or item.health = 'healthy'
      when silence.component_id is not null then component.id is null or component.health = 'healthy'
    end`
