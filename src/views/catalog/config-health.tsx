import type { ConfigRow } from '../../api/catalog'
import { capital } from '../../lib/format'
import { dotOf } from '../../lib/health-status'
import { StatusShape } from '../../ui/status'
import cell from '../../ui/grid/cell.module.css'
import css from './catalog.module.css'

type Judged = Pick<ConfigRow, 'health' | 'status'>

/** The words for how an item is: its status, as the scraper has it, else its health; undefined where neither is known. */
export const stateOf = ({ health, status }: Judged): string | undefined =>
  status || (health ? capital(health) : undefined)

/** Whether somebody should look at it. */
export const isTrouble = ({ health }: Pick<Judged, 'health'>) =>
  health ? dotOf(health) === 'unhealthy' || dotOf(health) === 'warning' : false

/** The health as a shape, and the status in words: a status alone does not tell whether it is good. */
export function ConfigHealth({ of }: { of: Judged }) {
  const words = stateOf(of)
  if (words === undefined) return null
  return (
    <span className={css.health} title={words}>
      {of.health ? <StatusShape health={dotOf(of.health)} /> : <span className={css.noShape} />}
      {of.health && of.status && of.health.toLowerCase() !== of.status.toLowerCase() && (
        <span className="visually-hidden">{capital(of.health)}: </span>
      )}
      <bdi className={cell.words}>{words}</bdi>
    </span>
  )
}
