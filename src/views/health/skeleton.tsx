import css from './health.module.css'

/** Placeholder of the list while it loads. */
export function ChecksSkeleton() {
  return (
    <div className={css.skeleton} aria-busy="true">
      <p className="visually-hidden">Loading checks…</p>
      <div aria-hidden="true">
        {Array.from({ length: 14 }, (_, at) => (
          <div key={at} className={css.ghostRow}>
            <span className={css.ghost} data-width={at % 4} />
            <span className={css.ghost} />
            <span className={css.ghost} />
          </div>
        ))}
      </div>
    </div>
  )
}
