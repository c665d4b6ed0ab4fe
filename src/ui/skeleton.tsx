import css from './skeleton.module.css'

type Props = {
  /** What is on its way: `Loading checks…`. Read by whoever comes across it; the voice says when it is there. */
  label: string
  lines?: number
  /** `rows` of a list, `text` of a paragraph. */
  as?: 'rows' | 'text'
}

/** The shape of what is not there yet, so that nothing jumps when it comes. */
export const Skeleton = ({ label, lines = 8, as = 'rows' }: Props) => (
  <div className={css.skeleton} data-as={as} aria-busy="true">
    <p className="visually-hidden">{label}</p>
    <div aria-hidden="true">
      {Array.from({ length: lines }, (_, at) => (
        <div key={at} className={css.line}>
          <span className={css.ghost} data-width={at % 4} />
          {as === 'rows' && <span className={css.ghost} data-width="end" />}
        </div>
      ))}
    </div>
  </div>
)
