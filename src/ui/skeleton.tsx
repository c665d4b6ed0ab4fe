import css from './skeleton.module.css'

type Props = {
  /** Such as `Loading checks…`. Screen readers find it when browsing; the end of loading is announced elsewhere. */
  label: string
  lines?: number
  /** The shape: `rows` of a list or `text` of a paragraph. */
  as?: 'rows' | 'text'
}

/** A placeholder in the shape of the content, so that the layout does not shift when the content loads. */
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
