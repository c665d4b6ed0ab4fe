import type { ReactNode } from 'react'
import css from './group.module.css'

/** Facts of a resource under a heading. */
export const FactGroup = ({ title, isShown, children }: { title: string; isShown: boolean; children: ReactNode }) =>
  isShown && (
    <section className={css.group} aria-label={title}>
      <h2 className={css.heading}>{title}</h2>
      {children}
    </section>
  )
