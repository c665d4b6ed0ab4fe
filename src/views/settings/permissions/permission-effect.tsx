import { useQuery } from '@tanstack/react-query'
import { permissionEffect } from '@/api/settings/access-explanation'
import type { RowValues } from '@/api/settings/settings-table'
import { describeChange, describePeople, describePermissionEffect } from '@/lib/access/permission-effect'
import { failureMessage } from '@/lib/outcome'
import { useAnnouncement } from '@/ui/hooks'
import { useSettled } from '@/ui/use-settled'
import { useConsole } from '../../shared/console'
import css from './access.module.css'

/** Long enough that a text is not evaluated with each of its letters. */
const PAUSE_MS = 600

/**
 * The people who lose or gain rights by a permission that is not saved yet, below the fields of its form.
 * @param row the columns of the permission; undefined while the form is incomplete
 * @param id that of the stored permission that it replaces
 */
export function PermissionEffectView({ row, id }: { row: RowValues | undefined; id: string | undefined }) {
  const { environment } = useConsole()
  const wanted =
    row && environment.deployment?.backend !== 'gateway' ? { ...row, ...(id !== undefined && { id }) } : undefined
  const asked = useSettled(wanted, PAUSE_MS)
  const query = useQuery({ ...permissionEffect(asked ?? nothing), enabled: asked !== undefined })
  const isCurrent = JSON.stringify(asked) === JSON.stringify(wanted)
  const effect = isCurrent ? query.data : undefined
  const error = isCurrent && query.error ? failureMessage(query.error) : undefined
  const sentence = effect && describePermissionEffect(effect)
  useAnnouncement(error ?? sentence, { key: 'permission-effect' })
  if (!wanted) return null
  return (
    <section className={css.effect} aria-label="Effect" aria-busy={!effect && !error}>
      <h3 className={css.title}>Effect</h3>
      {error !== undefined ? (
        <p className={css.error}>The effect is unknown. {error}</p>
      ) : effect ? (
        <>
          <p>{sentence}</p>
          {effect.groups.length > 0 && (
            <ul className={css.list} aria-label="People who lose or gain rights">
              {effect.groups.map((group) => (
                <li key={JSON.stringify(group)}>
                  <bdi>{describePeople(group)}</bdi>
                  <ul className={css.changes}>
                    {describeChange(group).map((change) => (
                      <li key={change}>{change}</li>
                    ))}
                  </ul>
                </li>
              ))}
            </ul>
          )}
          {effect.isPartial && <p className={css.quiet}>Not all people and resources were considered.</p>}
        </>
      ) : (
        <p className={css.quiet}>Finding who loses or gains rights…</p>
      )}
    </section>
  )
}

const nothing: RowValues = {}
