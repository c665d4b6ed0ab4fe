import type { ReactNode } from 'react'
import { useAnnouncement } from './hooks'
import css from './notice.module.css'
import { announce } from './voice'

type Props = {
  /**
   * `empty`: no data. `good`: no problems. `filtered`: nothing matches the filters. `closed`: no access. `bad`: the
   * data could not be loaded.
   */
  tone: 'empty' | 'good' | 'filtered' | 'closed' | 'bad'
  title: string
  children?: ReactNode
  actions?: ReactNode
}

const pictures = {
  empty: <path d="M2 20h52" strokeDasharray="1 5" />,
  good: <path d="m14 21 9 9 19-20" />,
  filtered: <path d="M8 6h40L33 22v12l-10-4v-8Z" />,
  closed: <path d="M19 19v-6a9 9 0 0 1 18 0v6M13 19h30v17H13Z" />,
  bad: (
    <>
      <path d="M2 20h13l4-10 5 17" />
      <path d="m33 13 5 7h16" strokeDasharray="1 5" />
    </>
  ),
}

/** The message of an empty pane, with the actions that may help. */
export function Notice({ tone, title, children, actions }: Props) {
  // Only failures are announced here. An empty result is announced with the count.
  useAnnouncement(tone === 'bad' ? `${title}.` : undefined, { key: 'notice' })
  return (
    <div className={css.notice} data-tone={tone}>
      <svg className={css.picture} width="56" height="40" viewBox="0 0 56 40" aria-hidden="true">
        {pictures[tone]}
      </svg>
      <h2 className={css.title}>{title}</h2>
      {children && <div className={css.content}>{children}</div>}
      {actions && <div className={css.actions}>{actions}</div>}
    </div>
  )
}

type BannerProps = {
  /** `bad` for a failure, `warn` for other information. */
  tone?: 'warn' | 'bad'
  children: ReactNode
  actions?: ReactNode
}

/**
 * A line above data, for a failed refresh or other information. It is announced once, when it appears, because the ages
 * in it keep changing.
 */
export function Banner({ tone = 'warn', children, actions }: BannerProps) {
  return (
    <div className={css.banner} data-tone={tone}>
      <svg width="12" height="12" viewBox="0 0 10 10" aria-hidden="true">
        <path d="M5 .8 9.6 9.2H.4Z" fill="currentColor" />
      </svg>
      <p ref={announceBanner} className={css.line}>
        {children}
      </p>
      {actions}
    </div>
  )
}

/** Called once, when the line appears. */
function announceBanner(line: HTMLElement | null) {
  if (line) announce(line.textContent, { key: 'banner' })
}
