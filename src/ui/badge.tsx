import type { ReactNode } from 'react'
import css from './badge.module.css'

export type BadgeTone = 'plain' | 'good' | 'active' | 'warn' | 'bad' | 'accent'

type Props = {
  tone?: BadgeTone
  children: ReactNode
}

/** A short label. The text carries the meaning, and the colour is an addition. */
export const Badge = ({ tone = 'plain', children }: Props) => (
  <span className={css.badge} data-tone={tone}>
    {children}
  </span>
)

/** A count such as `12`, or `999+` for more. `of` completes it for screen readers: `12 changes`. */
export const CountBadge = ({ count, of }: { count: number; of?: string }) => (
  <span className={css.badge} data-tone="count">
    <span aria-hidden={of === undefined ? undefined : true}>{count > MOST ? `${MOST}+` : count}</span>
    {of !== undefined && <span className="visually-hidden">{`${count.toLocaleString('en')} ${of}`}</span>}
  </span>
)

const MOST = 999
