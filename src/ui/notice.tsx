import type { ReactNode } from 'react'
import css from './notice.module.css'

type Props = {
  tone: 'empty' | 'bad'
  title: string
  children?: ReactNode
  actions?: ReactNode
}

/** A whole pane with nothing in it but a sentence and what can be done: nothing there, or could not be loaded. */
export function Notice({ tone, title, children, actions }: Props) {
  return (
    <div className={css.notice} data-tone={tone} role={tone === 'bad' ? 'alert' : undefined}>
      <svg className={css.picture} width="56" height="40" viewBox="0 0 56 40" aria-hidden="true">
        {tone === 'empty' ? (
          <path d="M2 20h52" strokeDasharray="1 5" />
        ) : (
          <>
            <path d="M2 20h13l4-10 5 17" />
            <path d="m33 13 5 7h16" strokeDasharray="1 5" />
          </>
        )}
      </svg>
      <h2 className={css.title}>{title}</h2>
      <div className={css.words}>{children}</div>
      {actions && <div className={css.actions}>{actions}</div>}
    </div>
  )
}

/** A line above data that is still shown although it could not be renewed. */
export function Banner({ children, actions }: { children: ReactNode; actions?: ReactNode }) {
  return (
    <div className={css.banner} role="status">
      <svg width="12" height="12" viewBox="0 0 10 10" aria-hidden="true">
        <path d="M5 .8 9.6 9.2H.4Z" fill="currentColor" />
      </svg>
      <p className={css.line}>{children}</p>
      {actions}
    </div>
  )
}
