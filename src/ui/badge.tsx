import type { ReactNode } from 'react'
import css from './badge.module.css'

export type BadgeTone = 'plain' | 'good' | 'warn' | 'bad' | 'accent'

type Props = {
  tone?: BadgeTone
  children: ReactNode
}

/** A short label. The text carries the meaning; colour only helps to find it. */
export const Badge = ({ tone = 'plain', children }: Props) => (
  <span className={css.badge} data-tone={tone}>
    {children}
  </span>
)

/** How many: `12`, and `999+` above that. `of` completes it for ears: `12 changes`. */
export const CountBadge = ({ count, of }: { count: number; of?: string }) => (
  <span className={css.badge} data-tone="count">
    <span aria-hidden={of === undefined ? undefined : true}>{count > MOST ? `${MOST}+` : count}</span>
    {of !== undefined && <span className="visually-hidden">{`${count.toLocaleString('en')} ${of}`}</span>}
  </span>
)

const MOST = 999
