import { Check, Copy, X } from 'lucide-react'
import { useState } from 'react'
import { Button } from './button'
import css from './copy-block.module.css'
import { copyText } from './copy-text'
import { useTimeout } from './hooks'

/** The time in milliseconds for which the result is shown. */
const SHOWN_MS = 2000

type Props = {
  /** The name of the code, such as `Install command`. */
  label: string
  code: string
  /** Focuses the copy button when the block appears. */
  autoFocus?: boolean
}

const icon = { size: 14, strokeWidth: 1.75, 'aria-hidden': true } as const
const icons = { idle: <Copy {...icon} />, copied: <Check {...icon} />, failed: <X {...icon} /> }
const labels = { idle: 'Copy', copied: 'Copied', failed: 'Not copied' }

/** Code with a copy button, which announces whether copying worked. The code scrolls on its own. */
export function CopyBlock({ label, code, autoFocus = false }: Props) {
  const [state, setState] = useState<keyof typeof labels>('idle')
  useTimeout(state === 'idle' ? undefined : SHOWN_MS, () => setState('idle'), state)
  return (
    <figure className={css.block} aria-label={label}>
      <figcaption className={css.head}>
        <span className={css.label}>{label}</span>
        <Button
          tone="bare"
          autoFocus={autoFocus}
          label={`${labels[state]} ${label}`}
          onPress={() => void copyText(code, label).then((done) => setState(done ? 'copied' : 'failed'))}
        >
          {icons[state]}
          <span>{labels[state]}</span>
        </Button>
      </figcaption>
      {/* Focusable, so that it can be scrolled by keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <pre className={css.code} role="group" aria-label={`${label}, code`} tabIndex={0}>
        <code>{code}</code>
      </pre>
    </figure>
  )
}
