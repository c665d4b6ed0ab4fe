import { toast, useToaster } from 'react-hot-toast/headless'
import type { Message } from '../../commands/journal'
import { type Health, StatusShape } from '../../ui/status'
import css from './toasts.module.css'

/** The sign before a message: what came of it, or that it did not happen. */
export const shapeOf: Record<Message['tone'], Health> = {
  good: 'healthy',
  bad: 'unhealthy',
  wrong: 'warning',
  plain: 'unknown',
}

/** Five seconds; what was missed stays in the message log. */
const SHOWN_MS = 5000

/** The visible half of a message: the voice has said it, so it is silent here. */
export const showToast = ({ text, tone }: Message) =>
  toast(text, {
    duration: SHOWN_MS,
    ariaProps: { role: 'status', 'aria-live': 'off' },
    className: tone,
  })

export function Toasts() {
  const { toasts, handlers } = useToaster()
  const shown = toasts.filter(({ visible }) => visible)
  if (shown.length === 0) return null
  return (
    // Hovering holds them; nothing in here takes focus.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <section
      aria-label="Messages"
      className={css.stack}
      onMouseEnter={handlers.startPause}
      onMouseLeave={handlers.endPause}
    >
      {shown.map(({ id, message, ariaProps, className }) => (
        <div key={id} className={css.toast} {...ariaProps}>
          <StatusShape health={shapeOf[className as Message['tone']]} />
          <span>{typeof message === 'string' ? message : null}</span>
        </div>
      ))}
    </section>
  )
}
