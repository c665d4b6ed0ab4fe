import css from './skeleton.module.css'

type Props = {
  /** The label: `Loading checks…`. Screen readers find it when browsing; the finished load is announced elsewhere. */
  label: string
  lines?: number
  /** `rows` of a list, `text` of a paragraph. */
  as?: 'rows' | 'text'
}

/** A placeholder in the shape of the content, so that nothing jumps when it is loaded. */
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
