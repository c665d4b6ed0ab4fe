import css from './code.module.css'
import { type CodeLanguage, tokensOf } from './tokens'

type Props = { label: string; code: string; language: CodeLanguage }

/** Short code to be read, in colours; anything long belongs in the editor. */
export const Code = ({ label, code, language }: Props) => (
  // Scrolled by keys, so it takes focus.
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
  <pre className={css.code} role="group" aria-label={label} tabIndex={0}>
    <code>
      {tokensOf(code, language).map(({ text, at, is }) => (
        <span key={at} className={is && css[is]}>
          {text}
        </span>
      ))}
    </code>
  </pre>
)
