import type { ConfigRow } from '@/api/catalog/catalog'
import { capital } from '@/shared/format'
import { toHealthDot } from '@/lib/catalog/health-status'
import { StatusShape } from '@/ui/status'
import cell from '@/ui/grid/cell.module.css'
import css from '../catalog.module.css'

type WithHealth = Pick<ConfigRow, 'health' | 'status'>

/** The displayed state of an item: the status that its scraper reported, or its health; undefined if neither is known. */
export const configState = ({ health, status }: WithHealth): string | undefined =>
  status || (health ? capital(health) : undefined)

/** Whether the item is unhealthy or has a warning. */
export const isDegradedConfig = ({ health }: Pick<WithHealth, 'health'>) =>
  health ? toHealthDot(health) === 'unhealthy' || toHealthDot(health) === 'warning' : false

/** The health as a shape and the status as text. A status alone does not show whether it is good. */
export function ConfigHealth({ of }: { of: WithHealth }) {
  const words = configState(of)
  if (words === undefined) return null
  return (
    <span className={css.health} title={words}>
      {of.health ? <StatusShape health={toHealthDot(of.health)} /> : <span className={css.noShape} />}
      {of.health && of.status && of.health.toLowerCase() !== of.status.toLowerCase() && (
        <span className="visually-hidden">{capital(of.health)}: </span>
      )}
      <bdi className={cell.words}>{words}</bdi>
    </span>
  )
}
