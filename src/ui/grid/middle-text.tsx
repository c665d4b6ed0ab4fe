import css from './cell.module.css'

type Props = {
  text: string
  className: string | undefined
  /** The number of characters at the end that are always shown. */
  tail?: number
}

/** Shorter texts are truncated at their end, if at all. */
const LEAST_LENGTH = 16
const TAIL_LENGTH = 6

/**
 * A name that is truncated in the middle if it does not fit, as in `checkout-e74…ea6eb`: names of generated resources
 * often differ only at their end. The full text is in the document once, for screen readers, search and copying.
 */
export function MiddleText({ text, className, tail: shown = TAIL_LENGTH }: Props) {
  if (text.length < LEAST_LENGTH) return <bdi className={className}>{text}</bdi>
  const [head, tail] = splitText(text, shown)
  return (
    <bdi className={className} data-middle title={text}>
      <span className={css.full}>{text}</span>
      <span className={css.head} data-text={head} aria-hidden="true" />
      <span className={css.tail} data-text={tail} aria-hidden="true" />
    </bdi>
  )
}

/** The two parts of a text. A character and its combining marks stay together. */
export function splitText(text: string, shown: number): [head: string, tail: string] {
  const characters = [...text]
  let at = characters.length - shown
  const isJoined = () => characters[at - 1] === '\u200D' || /\p{M}|\u200D/u.test(characters[at] ?? '')
  while (at > 0 && isJoined()) at--
  return [characters.slice(0, at).join(''), characters.slice(at).join('')]
}
