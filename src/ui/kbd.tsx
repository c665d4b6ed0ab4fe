import css from './kbd.module.css'

type Props = {
  caps: readonly (readonly string[])[]
  /** Less prominent, and hidden where space is short or there is no keyboard. */
  isInButton?: boolean
}

/** Key caps, press by press. Hidden from screen readers, which get the keys from the description. */
export function Kbd({ caps, isInButton = false }: Props) {
  return (
    <span className={css.keys} data-in-button={isInButton || undefined} aria-hidden="true">
      {caps.map((press, at) => (
        // A press may occur twice in a sequence, so the React key is the sequence up to it.
        <span key={caps.slice(0, at + 1).join(' ')} className={css.press}>
          {press.map((cap) => (
            <kbd key={cap} className={css.cap}>
              {cap}
            </kbd>
          ))}
        </span>
      ))}
    </span>
  )
}
