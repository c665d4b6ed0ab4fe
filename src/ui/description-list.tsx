import type { ReactNode } from 'react'
import css from './description-list.module.css'

type DescriptionItem = { name: string; value: ReactNode }

/** Names and values of a resource. A missing value shows `None`, an empty list a message. */
export const DescriptionList = ({ items }: { items: readonly DescriptionItem[] }) =>
  items.length === 0 ? (
    <p className={css.none}>No details found</p>
  ) : (
    <dl className={css.list}>
      {items.map(({ name, value }) => (
        <div key={name} className={css.item}>
          <dt className={css.name}>{name}</dt>
          <dd className={css.value}>
            {value === undefined || value === null || value === '' ? <span className={css.none}>None</span> : value}
          </dd>
        </div>
      ))}
    </dl>
  )
